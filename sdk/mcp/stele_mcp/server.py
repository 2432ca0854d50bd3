"""Tools of the MCP server: list the games waiting for you, show a game, list legal moves, play one, explain rules."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import ValidationError

from stele_client import AsyncClient, Problem, Unreachable, calls
from stele_client.streams import place
from stele_mcp import __version__, words

_INSTRUCTIONS = """Board games by correspondence on a Stele server, played for one player.
Begin with my_turns. For each game: look at it, ask for its legal_moves, choose one of them and play it as it stands
with the digest that came with it. Every refusal names a rule; explain_rule says what it means."""
_SHOWN_ACTIONS = 8
_LOOKS = ToolAnnotations(read_only_hint=True)
OF_THE_TABLE = frozenset(
    (
        *("Resign", "Abort", "LeaveSeat", "OpenDispute", "AnswerDispute", "WithdrawDispute", "DiscloseSecret"),
        *("AskTakeBack", "AnswerTakeBack", "WithdrawTakeBack", "ProposeEnd", "AnswerEnd", "WithdrawEnd"),
        *("Return", "GrantTime", "AgreePause", "DeclinePause", "Resume", "TakeVacation", "EndVacation"),
        "SetPlayTimes",
    )
)
"""Commands that are sent like moves but are not moves: resigning, proposals, disputes, time."""

Said = TypeVar("Said")


@dataclass(frozen=True)
class PlayableMove:
    """A legal move: its effect in words, and the message to send."""

    text: str
    move: dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """The legal moves at a position, and the digest that identifies the position."""

    position: str
    digest: str
    moves: list[PlayableMove]


class _Server(MCPServer[Any]):
    """An MCP server that says which arguments of a tool are missing or wrong, and which there are."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """The tool's result, or `ToolError`."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as refused:
            if isinstance(refused, UnexpectedToolError) or not isinstance(refused.__cause__, ValidationError):
                raise
            known = next(tool.input_schema["properties"] for tool in await self.list_tools() if tool.name == name)
            wrong = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in refused.__cause__.errors()]
            raise ToolError(f"{name} takes {', '.join(known)}. {'; '.join(wrong)}.") from refused


def serving(stele: AsyncClient) -> MCPServer[Any]:
    """The MCP server for this client's player."""

    @asynccontextmanager
    async def open_client(_server: MCPServer[Any]) -> AsyncIterator[None]:
        async with stele:
            yield

    server = _Server(
        "stele",
        title="Stele",
        version=__version__,
        instructions=_INSTRUCTIONS,
        lifespan=open_client,
        log_level="WARNING",
    )

    @server.tool(annotations=_LOOKS)
    async def my_turns() -> str:
        """The games where it is my turn, the longest waiting first."""
        waiting = (await _told(stele.send(calls.my_turns()))).games
        return words.listed(waiting) or "No game waits for you."

    @server.tool(annotations=_LOOKS)
    async def look(game: str, table: bool = True) -> str:
        """A game in words: players, whose turn it is, recent events and, if wanted, the table in the title's own
        form.
        """
        summary = await _told(stele.send(calls.game(game)))
        seen = await _told(stele.send(calls.state(game)))
        first = place(seen.position)[0] - _SHOWN_ACTIONS
        events = await _told(stele.send(calls.events(game, after=str(first) if first > 0 else None)))
        return words.told(seen, events.events, summary.your_seat, table)

    @server.tool(annotations=_LOOKS)
    async def legal_moves(game: str) -> Choice:
        """My legal moves, each ready to be played; none when it is not my turn."""
        legal = await _told(stele.send(calls.legal_moves(game)))
        moves = [PlayableMove(text=one.text, move=one.move) for one in legal.moves]
        return Choice(position=legal.position, digest=legal.digest, moves=moves)

    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True))
    async def play(game: str, move: dict[str, Any], digest: str) -> str:
        """Play one of my moves, with the digest from the legal moves. A played move is final."""
        if move.get("type") in OF_THE_TABLE:
            raise ToolError(f"{move['type']} is no move of the title: your player decides on that, on the game's page.")
        if not (digest.isascii() and digest.isalnum()):
            raise ToolError("This is no digest: it is the one that came with the legal moves.")
        done = await _told(stele.send(calls.play(game, move, expecting=digest)))
        own_seat = done.state.viewer if isinstance(done.state.viewer, int) else None
        told = words.happened(done.events, done.to_act, own_seat)
        return f"{told}\n{words.outcome(done.state.result)}" if done.state.result is not None else told

    @server.tool(annotations=_LOOKS)
    async def explain_rule(game: str, number: str = "") -> str:
        """A rule of a game's title by its number, as given in a refusal; without a number, the list of numbers."""
        title = (await _told(stele.send(calls.game(game)))).rulebook
        rules = (await _told(stele.send(calls.rulebook(title)))).rules
        if not number:
            return f"{title} has the rules {', '.join(rules)}."
        if number not in rules:
            raise ToolError(f"{title} has no rule {number}; it has {', '.join(rules)}.")
        return f"{number}: {rules[number]}"

    return server


async def _told(asked: Awaitable[Said]) -> Said:
    """The server's response; a refusal is shown to the assistant, with the rule's number."""
    try:
        return await asked
    except Problem as problem:
        rule = f" (rule {problem.rule})" if problem.rule else ""
        raise ToolError(f"{problem.kind}: {problem.detail}{rule}") from problem
    except Unreachable as lost:
        raise ToolError(f"The server cannot be reached: {lost}") from lost
