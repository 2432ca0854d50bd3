"""Doctor: diagnoses each damaged game, and repairs it, from copies or by accepting the loss."""

import random
import re
import shutil
from pathlib import Path

import pytest

from app import create_app, make_services
from domain.game import TakeSeat
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.entries import Position
from eventstore.errors import ReadOnly, RecordDamaged
from eventstore.keys import GameNames
from services.games.tables import Tables
from services.jobs.worker import play_computers
from tests.services.jobs.commands import typed

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
GAMES = ("whole", "behind", "gone", "middle", "head")


class Patient:
    """A server with games of one person and one computer player, a checkpoint, a backup, and bundles."""

    def __init__(self, directory: Path) -> None:
        self.settings = {"STELE_DATA": str(directory)}
        self.directory = directory
        self.lot = random.Random("patient")
        services = self.services()
        self.player = services.accounts.players.create("Somebody", 1)[0]
        for game_id in GAMES:
            seat = TakeSeat(0, player=self.player.id, nonce="n")
            services.games.tables.open(GameTerms(TITLE, 2, computers=("random",)), creator=seat, game_id=game_id)
            for _ in range(4):
                self.move(services.games.tables, game_id)
        keeper = services.storage.integrity.keeper()
        assert keeper.hold() and keeper.write()
        keeper.release()
        self.redis = services.games.tables.store.redis
        self.ends = {game_id: services.games.tables.seen(game_id).position for game_id in GAMES}
        self.backup = directory.parent / f"{directory.name}-backup"
        shutil.copytree(directory, self.backup, ignore=shutil.ignore_patterns("*.sock", "*.lock"))

    def services(self):
        """The services of a newly started process."""
        return make_services(self.settings)

    def move(self, tables: Tables, game_id: str) -> None:
        """Make a move, and let the computer player answer."""
        play_computers(tables, game_id, self.lot)
        tables.command(game_id, self.lot.choice(tables.seen(game_id, 0).legal()), 0)
        play_computers(tables, game_id, self.lot)

    def hurt(self) -> None:
        """Damage each game but one, and the player's account."""
        names = {game_id: GameNames(game_id, 64) for game_id in GAMES}
        self.redis.delete(names["gone"].events, names["gone"].head, names["gone"].game_key)
        cut = self.redis.xrange(names["behind"].events, "-", "3")
        self.rewrite("behind", dict(cut))
        last, fields = cut[-1]
        self.redis.hset(names["behind"].head, mapping={"position": last, "digest": fields[b"h"]})
        middle = dict(self.redis.xrange(names["middle"].events))
        middle[b"3-0"] = {**middle[b"3-0"], b"e": b"\xff"}
        self.rewrite("middle", middle)
        self.redis.hset(names["head"].head, "position", "1-0")
        self.redis.delete(f"stele:player:{{{self.player.id}}}")
        self.redis.delete("stele:{ground}:compared")

    def rewrite(self, game_id: str, entries: dict) -> None:
        """Replace the game's stream with these entries."""
        events = GameNames(game_id, 64).events
        self.redis.delete(events)
        for position, fields in entries.items():
            self.redis.xadd(events, fields, position)

    def doctor(self, *arguments: str) -> tuple[int, str]:
        """The command, as typed by an operator."""
        return typed(self.settings, "doctor", *arguments)

    def goes_on(self, game_id: str) -> bool:
        """Whether a move is possible in this game."""
        try:
            self.move(self.services().games.tables, game_id)
        except (ReadOnly, RecordDamaged):
            return False
        return True


@pytest.fixture
def patient(own_directory: Path) -> Patient:
    """A server that has been sound so far."""
    made = Patient(own_directory)
    made.hurt()
    return made


def test_each_fault_is_reported(patient: Patient) -> None:
    """Each game with its fault, and its possible repair; the diagnosis changes nothing."""
    before = patient.redis.xlen(GameNames("middle", 64).events)
    code, text = patient.doctor()
    assert 1 == code
    ends = patient.ends
    assert re.search(rf"Game behind ends at 3-\d+; on \S+Z it was at {ends['behind']}\.", text)
    assert re.search(rf"Game gone is gone; on \S+Z it was at {ends['gone']}\.", text)
    assert "Game middle cannot be read" in text and "entry 3-0 is not what was recorded" in text
    assert "Game head has all its entries" in text
    assert "Game whole" not in text
    assert "doctor --from-backup" in text
    assert before == patient.redis.xlen(GameNames("middle", 64).events)
    assert [True, False, False, False, False] == [patient.goes_on(game_id) for game_id in GAMES]


def test_a_backup_repairs_everything(patient: Patient) -> None:
    """Every game is at its position, the account is back, damaged data is kept aside, and play continues."""
    code, text = patient.doctor("--from-backup", str(patient.backup))
    assert 0 == code, text
    assert "Every game is whole." in text
    services = patient.services()
    assert patient.ends == {game_id: services.games.tables.seen(game_id).position for game_id in GAMES}
    assert "Somebody" == services.accounts.players.get(patient.player.id).name
    assert patient.redis.exists(f"{GameNames('middle', 64).events}:damaged:1")
    assert set(GAMES) == {game["id"] for game in services.games.lobby.games(asking=None)[0]}
    assert all(patient.goes_on(game_id) for game_id in GAMES)


def test_a_mismatched_backup_repairs_nothing(patient: Patient) -> None:
    """A folder that is no backup, and a backup with other games under the same ids."""
    code, text = patient.doctor("--from-backup", str(patient.directory / "checkpoints"))
    assert (1, True) == (code, "neither a backup nor a data directory nor the records of one" in text)
    shutil.rmtree(patient.backup)
    patient.backup.mkdir()
    shutil.copytree(patient.directory / "records", patient.backup / "records")
    code, text = patient.doctor("--from-backup", str(patient.backup))
    assert 1 == code
    assert "game behind: not repaired: the source has nothing that is missing here" in text
    assert "game middle: not repaired: what the source has of it is damaged itself" in text


def test_heads_are_repaired_from_the_entries(patient: Patient) -> None:
    """Heads, derived data and a log's end are repaired from the entries alone, without a copy."""
    log_head = GameNames("whole", 64).log_head
    patient.redis.set(log_head, "damaged")
    assert not patient.goes_on("whole")
    code, text = patient.doctor("--mend")
    assert 1 == code, "the other games are still damaged"
    assert f"game head: its head is at {patient.ends['head']} again" in text
    assert patient.goes_on("head") and patient.goes_on("whole")


def test_bundles_repair_their_games(patient: Patient, tmp_path: Path) -> None:
    """A matching bundle with all missing entries restores its game; one without a secret names it."""
    there = make_services({"STELE_DATA": str(patient.backup)})
    said = []
    for game_id in ("behind", "gone"):
        path = tmp_path / f"{game_id}.ndjson"
        path.write_bytes(b"".join(there.games.records.bundle(there.games.tables.seen(game_id))))
        secrets = any(entry.secrets for entry in there.games.tables.store.read(game_id))
        code, text = patient.doctor("--from-bundle", str(path))
        assert 1 == code
        assert ("has a secret that is not in this bundle" in text) == secrets or f"game {game_id}: restored" in text
        said.append(text)
    spoiled = tmp_path / "spoiled.ndjson"
    spoiled.write_bytes((tmp_path / "gone.ndjson").read_bytes().replace(b'"position":"2-0"', b'"position":"2-1"', 1))
    code, text = patient.doctor("--from-bundle", str(spoiled))
    assert (1, True) == (code, "does not verify" in text or "is no bundle" in text)


def test_a_loss_can_be_accepted_and_stays_visible(patient: Patient) -> None:
    """The games continue from their sound part; the API permanently shows the loss, and so does the doctor."""
    code, text = patient.doctor(
        "--mend", "--accept", "behind", "--accept", "middle", "--accept", "gone", "--accept", "head"
    )
    assert (1, True) == (code, "nothing is known to be lost of game head" in text)
    code, text = patient.doctor()
    assert 0 == code, text
    assert f"Accepted: game gone was at {patient.ends['gone']}, and went on from nothing." in text
    assert patient.goes_on("behind") and patient.goes_on("middle")
    client = create_app(patient.settings).test_client()
    loss = client.get("/api/games/behind").get_json()["loss"]
    assert (str(patient.ends["behind"]), "3-") == (loss["lost"], loss["kept"][:2])
    loss = client.get("/api/games/middle").get_json()["loss"]
    assert (str(patient.ends["middle"]), "2-") == (loss["lost"], loss["kept"][:2])
    assert "loss" not in client.get("/api/games/whole").get_json()
    assert Position(2, 0) < patient.services().games.tables.seen("middle").position
    keeper = patient.services().storage.integrity.keeper()
    assert keeper.hold() and keeper.write()
    patient.redis.delete("stele:{ground}:compared")
    assert {} == patient.services().storage.integrity.closures.findings()


def test_export_and_validate_skip_damaged_games(
    patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both commands name damaged games, do the rest, and exit with 1."""
    monkeypatch.setattr("api.commands.records._CHECKOUT", tmp_path)  # without the golden records of the titles
    for arguments in (["export", "--all", str(tmp_path)], ["validate"]):
        code, text = typed(patient.settings, *arguments)
        assert code == 1 and "middle" in text
    assert (tmp_path / "whole.ndjson").exists()
