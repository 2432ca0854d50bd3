"""Commands behind shared events: each of these events follows from exactly one command with the same content."""

from domain import game as shared
from domain.clocks.events import (
    AgreePause,
    DeclinePause,
    EndVacation,
    GameResumed,
    GrantTime,
    PauseAgreed,
    PauseDeclined,
    PlayTimesSet,
    RecordOutage,
    Resume,
    Return,
    SeatReturned,
    ServerAway,
    SetPlayTimes,
    TakeVacation,
    TimedOut,
    TimeGranted,
    TimeOut,
    VacationEnded,
    VacationTaken,
)
from domain.disputes.events import (
    AnswerDispute,
    DecideDispute,
    DiscloseSecret,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    DisputeWithdrawn,
    OpenDispute,
    SeatTakenOver,
    SecretDisclosed,
    TakeOver,
    WithdrawDispute,
)
from domain.game import (
    GameAborted,
    KeyChanged,
    NonceOpened,
    SeatLeft,
    SeatOffered,
    SeatResigned,
    SeatTaken,
)
from domain.messages import Command, Event
from domain.proposals.events import (
    AnswerEnd,
    AnswerTakeBack,
    AskTakeBack,
    EndAnswered,
    EndProposed,
    EndWithdrawn,
    ProposeEnd,
    TakeBackAnswered,
    TakeBackAsked,
    TakeBackWithdrawn,
    WithdrawEnd,
    WithdrawTakeBack,
)

COMMANDS_OF_EVENTS: dict[type[Event], type[Command]] = {
    SeatTaken: shared.TakeSeat,
    SeatLeft: shared.LeaveSeat,
    SeatOffered: shared.OfferSeat,
    SeatResigned: shared.Resign,
    NonceOpened: shared.OpenNonce,
    KeyChanged: shared.ChangeKey,
    GameAborted: shared.Abort,
    DisputeOpened: OpenDispute,
    DisputeAnswered: AnswerDispute,
    DisputeWithdrawn: WithdrawDispute,
    SecretDisclosed: DiscloseSecret,
    DisputeDecided: DecideDispute,
    SeatTakenOver: TakeOver,
    TakeBackAsked: AskTakeBack,
    TakeBackAnswered: AnswerTakeBack,
    TakeBackWithdrawn: WithdrawTakeBack,
    EndProposed: ProposeEnd,
    EndAnswered: AnswerEnd,
    EndWithdrawn: WithdrawEnd,
    TimedOut: TimeOut,
    SeatReturned: Return,
    TimeGranted: GrantTime,
    PauseAgreed: AgreePause,
    PauseDeclined: DeclinePause,
    GameResumed: Resume,
    VacationTaken: TakeVacation,
    VacationEnded: EndVacation,
    PlayTimesSet: SetPlayTimes,
    ServerAway: RecordOutage,
}
"""The command behind each shared event that follows from exactly one; they have the same content."""


def command_of(command_type: type[Command], seat: int, fact: Event) -> Command:
    """This seat's command of this kind with the event's content."""
    said = {field: getattr(fact, field) for field in command_type.__struct_fields__ if field != "seat"}
    return command_type(seat, **said)
