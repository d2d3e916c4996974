"""What comes through a viewer's lines depends on nothing that the viewer can't know: not a byte, not its place or its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from leaks.meetings import EACH, SEATINGS, answer, compared, imagine, play
from support import scaled

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec

pytestmark = pytest.mark.no_cover

PLAYED: Final = 800
IMAGINED: Final = 1600
ANSWERED: Final = 25


@pytest.mark.parametrize("how", SEATINGS)
def test_tables_that_differ_in_what_a_viewer_cannot_know_send_it_the_same(spec: GameSpec, how: str) -> None:
    assert compared(play, spec, how, scaled(PLAYED)) >= scaled(PLAYED)


def test_a_whole_view_is_what_the_viewer_knows_and_nothing_else(spec: GameSpec) -> None:
    assert compared(imagine, spec, EACH, scaled(IMAGINED)) >= scaled(IMAGINED)


@pytest.mark.parametrize("how", SEATINGS)
def test_nobody_notices_what_others_do_in_secret(secretive: GameSpec, how: str) -> None:
    assert compared(answer, secretive, how, scaled(ANSWERED)) >= scaled(ANSWERED)
