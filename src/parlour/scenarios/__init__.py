"""Scenarios: a position, decisions and what must hold, as text. `read` a file of them, then `run` each."""

from parlour.scenarios.fields import BadScenario, Mark
from parlour.scenarios.reading import Scenario, read
from parlour.scenarios.running import Failure, run

__all__ = ["BadScenario", "Failure", "Mark", "Scenario", "read", "run"]
