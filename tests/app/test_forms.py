"""A game is set up, joined, left and looked at again with nothing but links and forms."""

from __future__ import annotations

import pytest

from app.visits import Browser, Elements, Forms, finished
from parlour import games
from parlour.kernel.record import Record, value_text


@pytest.mark.parametrize("game", games.names())
def test_somebody_new_plays_with_bots_after_one_press(browser: Browser, game: str) -> None:
    answer = browser.press("/", f"game-{game}", name="Anna")
    assert answer.status_code == 200
    whole = browser.whole(answer.url.path)
    assert whole["game"] == game
    assert whole["players"][0] == "Anna"
    assert all(player.startswith("bot ") for player in whole["players"][1:])
    assert whole["zones"]
    assert 'value="Anna"' in browser.get("/").text
    assert f'href="{answer.url.path}"' in browser.get("/").text


@pytest.mark.parametrize("game", games.names())
def test_every_choice_on_the_first_page_can_be_made(browser: Browser, game: str) -> None:
    spec = games.load(game)
    browser.submit("/name", name="Anna")
    for option in spec.options:
        for value in option.values:
            text = value_text(value)
            answer = browser.press("/", f"game-{game}", **{f"option-{option.name}": text})
            assert answer.status_code == 200, (option.name, text)
            assert browser.whole(answer.url.path)["setup"][option.name] == value
    for seats in range(spec.seats[0], spec.seats[1] + 1):
        answer = browser.press("/", f"game-{game}", seats=str(seats))
        assert len(browser.whole(answer.url.path)["players"]) == seats


def test_friends_come_by_the_link_and_the_game_begins(browser: Browser) -> None:
    table = browser.press(
        "/", "game-ghooost", name="Anna", seats="4", player_1="open", player_2="open", player_3="bot greedy"
    ).url.path
    others = [browser.another(), browser.another()]
    link = next(
        str(each["href"]) for each in Elements(browser.get(table).text).of("a") if table in (each.get("href") or "")
    )
    for number, other in enumerate(others):
        assert "zones" not in browser.whole(table)
        answer = other.press(link.removeprefix(browser.origin), "join", name=f"Friend {number}", seat=str(2 - number))
        assert (answer.status_code, answer.url.path) == (200, table)
    assert browser.whole(table)["players"] == ["Anna", "Friend 1", "Friend 0", "bot greedy"]
    assert browser.whole(table)["zones"]
    assert "join" not in Forms(others[0].get(table).text).found
    late = browser.another().submit(f"{table}/join", name="Late")
    assert (late.status_code, "you may watch" in late.text) == (409, True)


def test_a_seat_is_given_to_a_bot_or_taken(browser: Browser) -> None:
    table = browser.press(
        "/", "game-ghooost", name="Anna", seats="3", player_0="open", player_1="open", player_2="open"
    ).url.path
    found = Forms(browser.get(table).text).found
    assert {"seat": "1"} in found["sit-bot-greedy"].buttons
    assert {"seat": "0"} in found["sit-here"].buttons
    browser.press(table, "sit-bot-greedy", seat="1")
    browser.press(table, "sit-here", seat="0")
    browser.press(table, "sit-bot-random", seat="2")
    assert browser.whole(table)["players"] == ["Anna", "bot greedy", "bot random"]
    taken = browser.another().submit(f"{table}/sit", name="Eve", seat="1")
    assert (taken.status_code, "seat 1 is taken" in taken.text) == (409, True)


def test_several_play_at_one_screen(browser: Browser) -> None:
    table = browser.press(
        "/", "game-ghooost", name="Anna", seats="3", player_1="name", name_1="Berta", player_2="name", name_2=" Cleo "
    ).url.path
    assert browser.whole(table)["players"] == ["Anna", "Berta", "Cleo"]
    for seat in range(3):
        assert browser.get(f"{table}?seat={seat}").status_code == 200
        assert browser.another().get(f"{table}?seat={seat}").status_code == 403


def test_who_leaves_before_the_deal_frees_the_seat(browser: Browser) -> None:
    table = browser.press("/", "game-ghooost", name="Anna", seats="3", player_1="open", player_2="open").url.path
    other = browser.another()
    other.press(table, "join", name="Berta", seat="1")
    assert browser.whole(table)["players"] == ["Anna", "Berta", None]
    assert other.submit(f"{table}/leave").url.path == "/"
    assert browser.whole(table)["players"] == ["Anna", None, None]
    assert other.press(table, "join", seat="2").status_code == 200
    assert browser.whole(table)["players"] == ["Anna", None, "Berta"]
    assert browser.another().submit(f"{table}/leave").status_code == 200
    assert browser.whole(table)["players"] == ["Anna", None, "Berta"]


def test_a_guest_changes_the_name_and_ends_the_session(browser: Browser) -> None:
    table = browser.press("/", "game-ghooost", name="Anna", seats="2", player_1="open").url.path
    assert browser.press("/", "/name", name="Berta").status_code == 200
    assert Forms(browser.get("/").text).found["/name"].fields["name"] == "Berta"
    assert browser.submit(f"{table}/join").status_code == 200
    assert browser.whole(table)["people"] == ["Berta"]
    browser.submit("/forget")
    assert "/name" not in Forms(browser.get("/").text).found
    assert table not in browser.get("/").text


@pytest.mark.parametrize("game", games.names())
def test_a_finished_game_is_stepped_through_kept_and_played_again(browser: Browser, game: str) -> None:
    table = finished(browser, game)
    record = Record.parse(browser.get(f"{table}/record").text)
    steps = len(list(record.states(games.load(game))))
    for step in (0, 1, steps // 2, steps - 1):
        for query in (f"?step={step}", f"?step={step}&seat=0", f"?step={step}&seat=1"):
            page = browser.another().get(f"{table}/replay{query}")
            assert page.status_code == 200
            for each in Elements(page.text).of("a"):
                assert (each["href"] or "").startswith(("?", "/", "#"))
    assert browser.get(f"{table}/replay?step=99999").text == browser.get(f"{table}/replay").text
    again = browser.press(table, "again")
    assert again.status_code == 200
    assert again.url.path != table
    assert browser.whole(again.url.path)["players"] == ["Anna", "Berta"]
    assert browser.whole(again.url.path)["setup"] == browser.whole(table)["setup"]


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"game": ""}, "unknown game"),
        ({"game": "ghooost", "seats": "7"}, "7"),
        ({"game": "ghooost", "seats": "x"}, "expected a number"),
        ({"game": "ghooost", "seats": "999999"}, "expected a number"),
        ({"game": "ghooost", "player_0": "bot chess"}, "unknown bot"),
        ({"game": "ghooost", "player_0": "name", "name_0": ""}, "can&#39;t be called"),
        ({"game": "ghooost", "player_0": "name", "name_0": "Bot greedy"}, "be called"),
        ({"game": "ghooost", "option-nonsense": "1"}, "unknown option"),
        ({"game": "ghooost", "option-twist_value": "x"}, "twist_value"),
        ({"game": "ghooost", "name": ""}, "be called"),
    ],
)
def test_what_can_not_be_set_up_is_told_where_it_can_be_asked_for_again(
    browser: Browser, form: dict[str, str], word: str
) -> None:
    answer = browser.submit("/tables", **{"name": "Anna", **form})
    assert (answer.status_code, word in answer.text) == (400, True), answer.text
    assert 'action="/tables"' in answer.text
    assert not browser.get("/").text.count('href="/t/')


@pytest.mark.parametrize("door", ["", "/replay", "/record", "/join", "/sit", "/leave"])
def test_a_table_that_is_not_there_is_not_there(browser: Browser, door: str) -> None:
    browser.submit("/name", name="Anna")
    ask = browser.submit if door in {"/join", "/sit", "/leave"} else browser.get
    answer = ask(f"/t/{'x' * 22}{door}")
    assert answer.status_code == 404
