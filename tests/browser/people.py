"""People at browsers of their own: they see what the page shows, and press what it offers."""

from __future__ import annotations

import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request

    from browser.line import Line
    from parlour.kernel.chance import Rng

Seen = TypeVar("Seen")
PATIENCE = 30.0
"""Seconds after which something that should happen has not."""
ABORTED = "net::ERR_ABORTED"
LEFT = "WebSocket is closed before the connection is established"
"""What the browser says where somebody goes on to another page before this one is all there."""
PROMPT = """() => [
    document.querySelector("#prompt button[data-choice]")?.dataset.question ?? "",
    [...document.querySelectorAll("#prompt button[data-choice]")].map((button) => button.id),
    Boolean(document.querySelector("#window")),
    Boolean(document.querySelector("#result")),
]"""
expect.set_options(timeout=1000 * PATIENCE)
CARDS = "zone => [...document.querySelectorAll(`#zone-${zone} [data-card]`)].map((card) => card.dataset.card)"


@dataclass(frozen=True)
class Prompt:
    """What a page asks.

    Attributes:
        question: its number; empty where nothing is asked.
        buttons: the ids of the buttons that answer it.
        window: whether it is one that shuts by itself.
        over: whether the page shows who has won instead.
    """

    question: str
    buttons: list[str]
    window: bool
    over: bool

    @property
    def asks(self) -> bool:
        """Whether there is something to press, and time for it."""
        return bool(self.buttons) and not self.window


class Person:
    """Somebody at a browser with a profile of its own.

    Args:
        browser: the browser.
        name: what the person is called.
        line: between the browser and this machine's servers, if it is to be cut.
        screen: what Playwright is told of it.

    Attributes:
        name: what the person is called.
        page: what the person looks at.
        problems: what the console, the scripts and the network complained of.
    """

    def __init__(self, browser: Browser, name: str, line: Line | None = None, **screen: Any) -> None:
        self.name: str = name
        self._line: Line | None = line
        screen = {"reduced_motion": "reduce", "proxy": {"server": line.url} if line else None, **screen}
        self.context: BrowserContext = browser.new_context(**screen)
        self.context.set_default_timeout(1000 * PATIENCE)
        self.problems: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._complained)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("requestfailed", self._failed)

    def _failed(self, request: Request) -> None:
        if request.failure != ABORTED:
            self.problems.append(f"{request.url}: {request.failure}")

    def _complained(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and LEFT not in message.text:
            self.problems.append(message.text)

    # Coming to a table.

    def set_up(self, home: str, game: str, *players: str) -> str:
        """Set up a table on the first page; returns its link.

        Args:
            home: the first page.
            game: the id of the game.
            players: who sits where: ``me``, ``open``, ``bot NAME``, or the name of somebody at the same screen.
        """
        self.page.goto(home)
        form = self.page.locator(f"#game-{game}")
        form.get_by_label("Your name").fill(self.name)
        form.locator("summary").click()
        form.locator("[name=seats]").select_option(str(len(players)))
        for seat, player in enumerate(players):
            kind = player if player in {"me", "open"} or player.startswith("bot ") else "name"
            form.locator(f"[name=player-{seat}]").select_option(kind)
            if kind == "name":
                form.locator(f"[name=name-{seat}]").fill(player)
        self.follow(form.locator("button.primary"))
        return self.page.url

    def join(self, link: str) -> None:
        """Come by a table's link and take the first free seat, with nothing but a name."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.follow(self.page.get_by_role("button", name="Sit down"))

    def watch(self, link: str) -> None:
        """Come by a table's link, and only look."""
        self.page.goto(link)

    def follow(self, link: Locator) -> None:
        """Press what leads to another page, and see it."""
        with self.page.expect_event("load"):
            link.click()

    # Playing.

    def prompt(self) -> Prompt:
        """What the page asks."""
        return Prompt(*self.page.evaluate(PROMPT))

    @property
    def asked(self) -> bool:
        """Whether the person has something to press, and time for it."""
        return self.prompt().asks

    @property
    def over(self) -> bool:
        """Whether the page shows who has won."""
        return self.prompt().over

    def press(self, prompt: Prompt, rng: Rng) -> None:
        """Press one of the buttons, and see it taken."""
        button = self.page.query_selector(f"[id='{prompt.buttons[rng.below(len(prompt.buttons))]}']")
        if button is not None:
            with suppress(Error):  # a window that shut itself took the button away
                button.click()
        until(lambda: self.prompt().question != prompt.question, self.page)

    def result(self) -> str:
        """Who has won, and the scores."""
        return self.page.locator("#result h2").inner_text() + self.page.locator("#result table").inner_text()

    def cards(self, zone: str) -> list[str]:
        """The cards that the page shows of a zone, such as ``hand-0``."""
        cards: list[str] = self.page.evaluate(CARDS, zone)
        return cards

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Be without a line, and see it come back."""
        assert self._line is not None
        with self.cut_off(), self._line.cut():
            expect(self.page.locator("#notice")).to_have_text("The line is lost; trying again ...")
            yield

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """See the line come back; what the browser says of the time without it is no problem."""
        before = len(self.problems)
        yield
        expect(self.page.locator("#notice")).to_have_text("The line is back.")
        self.problems[before:] = [each for each in self.problems[before:] if "WebSocket" not in each]


def until(look: Callable[[], Seen], page: Page) -> Seen:
    """Look again and again until there is something to see."""
    deadline = time.monotonic() + PATIENCE
    while not (seen := look()):
        assert time.monotonic() < deadline, "what should happen has not happened"
        page.wait_for_timeout(10)
    return seen


def play(
    people: Sequence[Person], rng: Rng, most: int | None = None, enough: Callable[[Prompt], bool] = attrgetter("over")
) -> None:
    """Press what is offered to anybody.

    Args:
        people: who plays.
        rng: chooses.
        most: how many times, if it does not come to an end before.
        enough: whether what a page shows is the end; the result, if left out.
    """

    def shown() -> list[tuple[Person, Prompt]]:
        prompts = [(person, person.prompt()) for person in people]
        return [(person, prompt) for person, prompt in prompts if prompt.asks or enough(prompt)]

    pressed = 0
    while pressed != most:
        seen = until(shown, people[0].page)
        if any(enough(prompt) for _, prompt in seen):
            return
        person, prompt = seen[rng.below(len(seen))]
        person.press(prompt, rng)
        pressed += 1
