"""Board pictures: those that mails show, taken by the browser that a host names, of public games only."""

import re
import shlex
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from msgspec.structs import replace

from app import create_app
from operations.settings import BadSetting, Settings
from services.notifications.board_pictures import BoardPictures
from services.notifications.channels import Message
from services.notifications.mail_digest import games_to_play
from tests.api.clients import Client, table_of
from tests.browser.conftest import demo as demo  # a fixture
from tests.eventstore.handmade import eventually
from tests.missing_programs import needs, path_of
from tests.services.accounts.test_mailer import FROM, Received, mail_server
from tests.serving import Served

URL = "http://stele.example"
COMMAND = (str(path_of("chromium")), "--headless", "--no-sandbox")


@pytest.fixture
def pictures(served):
    return BoardPictures(COMMAND, served.url)


def your_turn(game: str) -> Message:
    """A notice of a turn."""
    return Message(
        "1-0", "your-turn", game, "It is your turn.", f"{URL}/games/{game}", 1, "en", subject="Your turn: Kheops"
    )


def sending(served: Served, post) -> dict[str, str]:
    """The settings with which a server sends its mail here, with pictures."""
    mail = {"STELE_SMTP": f"smtp://127.0.0.1:{post.port}", "STELE_MAIL_FROM": FROM}
    return {**mail, "STELE_URL": served.url, "STELE_BROWSER": shlex.join(COMMAND)}


@needs("chromium")
def test_no_picture(gallery, pictures):
    """A private or missing game has no picture, nor is there one if the server or the browser does not answer."""
    private, _clients = table_of(gallery, "kheops", ["Bo"], bots=1, private=True)
    public, _clients = table_of(gallery, "kheops", ["Cy"], bots=1)
    assert b"" == pictures.take(private, "en")
    assert b"" == pictures.take("c6ay8fw46bj3", "en")
    assert b"" == BoardPictures(COMMAND, "http://127.0.0.1:9").take(public, "en")
    assert b"" == BoardPictures(("false",), gallery.url).take(public, "en")
    assert b"" == BoardPictures((), gallery.url).take(public, "en")


def test_a_browser_that_does_not_end_is_killed(tmp_path):
    """A browser that does not end is killed with its child processes, because its command is often a script.

    The next browser is started after a pause.
    """
    naps = "61.7251"  # nothing else sleeps this long
    started = tmp_path / "started"
    hanging = ("sh", "-c", f"echo once >> {started}; sleep {naps}; true")
    for pause_seconds, starts in ((600, 1), (0, 2)):
        started.write_text("")
        pictures = BoardPictures(hanging, URL, 0.5, pause_seconds)
        assert [b"", b""] == [pictures.take(game, "en") for game in ("any", "other")]
        assert starts == len(started.read_text().splitlines())

    def left() -> bool:
        return any(naps.encode() in words for words in map(words_of, Path("/proc").glob("[0-9]*/cmdline")))

    assert eventually(lambda: not left(), 20)


def words_of(process: Path) -> bytes:
    """The command line of a process, empty if it has ended."""
    try:
        return process.read_bytes()
    except OSError:
        return b""


def test_the_setting():
    """A command that cannot be run is refused when the server starts."""
    for value, told in (("no-such-browser --x", "there is no program no-such-browser"), ("'sh", "quotation mark")):
        with pytest.raises(BadSetting, match=re.escape(told)):
            BoardPictures.from_settings(Settings.read({"STELE_BROWSER": value}))
    assert b"" == BoardPictures.from_settings(Settings.read({})).take("c6ay8fw46bj3", "en")


def test_games_that_are_pictured():
    """Games whose notice asks for an answer are pictured once each; games with an invitation or news are not."""
    turn = your_turn("a")
    news = Message("2-0", "finished", "b", "The game is over.", f"{URL}/games/b", 2, "en")
    invited = Message("3-0", "invited", "c", "You are invited.", f"{URL}/games/c", 3, "en", subject="Invited")
    assert ("a",) == games_to_play([turn, turn, news, invited])


@needs("chromium")
def test_boards_are_added_before_the_sending_begins(served, gallery):
    """Boards are added to the messages about the three most urgent games; other messages stay unchanged."""
    games = [table_of(gallery, "kheops", [name], bots=1)[0] for name in ("Di", "Ed", "Flo", "Gus")]
    messages = [replace(your_turn(game), due=number) for number, game in enumerate(games, 1)]
    news = Message("2-0", "finished", games[0], "The game is over.", f"{URL}/games/b", 2, "en")
    *turns, other = BoardPictures(COMMAND, served.url).added_to([*messages[::-1], news])
    assert [False, True, True, True] == [bool(one.board) for one in turns]
    assert other.game == games[0] and [news.id, news.text] == [other.id, other.text]


@needs("chromium")
@pytest.mark.parametrize(("command", "number"), ((COMMAND, 1), (("false",), 0)))
def test_a_test_mail_has_a_picture(served, demo, command, number):
    """The host sees whether the browser works: by the picture, or by what the command says."""
    received = Received()
    with mail_server(received, auth_require_tls=False) as post:
        app = create_app({**sending(served, post), "STELE_BROWSER": shlex.join(command)})
        with app.app_context():
            sent = app.test_cli_runner().invoke(args=["mail", "--test", "host@example.org"])
    assert 0 == sent.exit_code and (number == 0) == ("STELE_BROWSER took no picture" in sent.output)
    message = message_from_bytes(received.mails[0].original_content)
    assert ["image/jpeg"] * number == [
        one.get_content_type() for one in message.walk() if one.get_content_maintype() == "image"
    ]


@needs("chromium")
def test_the_worker_mails_the_board(own_directory):
    """The mail that says whose turn it is arrives with the picture, named by its HTML."""
    served = Served(own_directory, worker=False).start()
    received = Received()
    try:
        with mail_server(received, auth_require_tls=False) as post:
            app = create_app({**sending(served, post), "STELE_DATA": str(own_directory)})
            services = app.extensions["stele"]()
            outbox = services.notifications.outbox
            game, clients = table_of(Client(served.url), "kheops", ["Ada", "Bo"])
            for client in clients:
                outbox.redis.hset(f"stele:player:{{{client.player['id']}}}", "address", "a@example.org")
            telling = services.jobs.make_delivery_threads()
            telling.work()
            outbox.now = lambda: services.games.tables.now() + 10 * 60_000
            telling.work()
    finally:
        served.stop()
    mails = [message_from_bytes(one.original_content, policy=default) for one in received.mails]
    (turn,) = (one for one in mails if one["Subject"].startswith("Your turn"))
    (picture,) = (one for one in turn.walk() if one.get_content_type() == "image/jpeg")
    assert f"<board.{game}@stele>" == picture["Content-ID"] and len(picture.get_content()) > 5_000
    assert f"cid:board.{game}@stele" in turn.get_body(("html",)).get_content()
