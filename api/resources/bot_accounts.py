"""Bot accounts: players that are programs. Their owner's account lists them and their tokens."""

from typing import Annotated

from flask import Response

from api.http.blueprint import ApiBlueprint, respond
from api.http.operation import OF_ACCOUNT
from api.http.problem_kinds import (
    INVALID_NAME,
    NAME_TAKEN,
    NO_SUCH_PLAYER,
    RECORD_DAMAGED,
    SILENCED,
    SUSPENDED,
)
from api.http.problems import refuse
from api.http.rate_limits import ACCOUNTS
from api.resources.sessions import player_json
from api.schemas.account import FarewellResponse, NewBotToken, TokenMade
from api.schemas.bot_accounts import NewBot, NewBotResponse
from api.services import services
from domain.clocks.availability import DAY
from operations.clock import now
from services.accounts.credentials import hash_of, id_of
from services.accounts.players import Player

bot_accounts_api = ApiBlueprint(
    "bot accounts", __name__, url_prefix="/api/me", description="Your bot accounts", scopes=OF_ACCOUNT
)


@bot_accounts_api.post("/bots", status=201, refuses=[INVALID_NAME, NAME_TAKEN, SUSPENDED, SILENCED], limit=ACCOUNTS)
def make_bot(body: NewBot, owner: Player) -> Annotated[Response, NewBotResponse]:
    """Create a bot account of yours. Its first token is shown only this once.

    Its name begins with `BOT`, unlike any person's; its games are rated on separate ladders. It can play, but not
    sign in: its tokens give no access to an account. `/api/me/events` also reports the moves of computer players to it.
    """
    bot, token = services().accounts.bots.make(owner.id, body.name, now())
    return respond({"player": player_json(bot), "token": token}, 201)


@bot_accounts_api.delete("/bots/<bot_id>", refuses=[NO_SUCH_PLAYER, RECORD_DAMAGED], limit=ACCOUNTS)
def delete_bot(bot_id: str, owner: Player) -> Annotated[Response, FarewellResponse]:
    """Delete a bot of yours: its seats are given up and its tokens revoked; the games' records remain."""
    bot = _own(owner, bot_id)
    left, _traces = services().accounts.deletion.forget(bot.id)
    return respond({"games": [{"game": one.game, "outcome": one.outcome} for one in left]})


@bot_accounts_api.post("/bots/<bot_id>/tokens", status=201, refuses=[NO_SUCH_PLAYER], limit=ACCOUNTS)
def make_bot_token(bot_id: str, body: NewBotToken, owner: Player) -> Annotated[Response, TokenMade]:
    """Create another token for a bot of yours, with which it plays. It is shown only this once."""
    bot, at = _own(owner, bot_id), now()
    ends_at = 0 if body.days is None else at + body.days * DAY
    token = services().accounts.bots.add_token(bot, body.name, at, ends_at)
    return respond({"id": id_of(hash_of(token)), "token": token}, 201)


def _own(owner: Player, bot_id: str) -> Player:
    bot = services().accounts.bots.one(owner.id, bot_id)
    if bot is None:
        refuse(NO_SUCH_PLAYER, "You have no such bot.")
    return bot
