"""Fit of winning chances: the weights of a title's features that best predict the winners of simulated games.

`python -m bench.fit TITLE --games 3000` plays the games and writes the title's `chances.toml`. The same seed and number
of games give the same weights.
"""

import argparse
import datetime
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.positions import Position, positions_of
from domain.title_loader import FITTED, find_features, find_rulebooks, folder_of
from domain.winning_chances import Features, Fit, Weights

GAMES = 3000
SEED = "fit"
UNEQUAL = 5
"""In one of this many games the players are of unequal strength."""

# A penalty for large weights, relative to features with a standard deviation of 1 and to one position; and the end of
# Newton's method.
PENALTY, STEPS, SMALL = 3.0, 30, 1e-6
DIGITS = 3

Array = NDArray[np.float64]


def fit(title: str, games: int, seed: str = SEED) -> Fit:
    """The fitted weights of this title for each of its numbers of players."""
    features, meta = find_features(title), find_rulebooks()[title].meta
    assert features is not None, "this title has no module `chances`"
    weights: dict[str, Weights] = {}
    for players in range(meta.least_players, meta.most_players + 1):
        found = [
            position
            for number in range(games)
            for position in positions_of(
                title, players, f"{seed}/{title}/{players}/{number}", unequal=number % UNEQUAL == UNEQUAL - 1
            )
        ]
        weights[str(players)] = fitted(features, found)
        print(f"{title}, {players} players: {len(found)} positions of {games} games", flush=True)
    return Fit(games, seed, datetime.datetime.now(datetime.UTC).date().isoformat(), features.names, weights)


def fitted(features: Features, positions: Sequence[Position]) -> Weights:
    """The weights of each stage that make the winners of these positions likeliest."""
    rows = np.array([features.of(position.game.table) for position in positions], float)
    shares = np.array([position.shares for position in positions], float)
    stages = np.array([features.stage(position.game.table) for position in positions])
    return tuple(
        tuple(float(f"{weight:.{DIGITS}g}") for weight in regression(rows[stages == stage], shares[stages == stage]))
        for stage in range(features.stages)
    )


def regression(rows: Array, shares: Array) -> Array:
    """The weights of a conditional logistic regression by Newton's method: `rows[position, seat, feature]`."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    spread = rows.std(axis=(0, 1)) if len(rows) else np.zeros(rows.shape[2])
    tells = spread > SMALL
    rows = rows[:, :, tells] / spread[tells]
    weights = np.zeros(rows.shape[2])
    for _ in range(STEPS):
        odds = np.exp(rows @ weights)
        chances = odds / odds.sum(axis=1, keepdims=True)
        expected = np.einsum("ps,psf->pf", chances, rows)
        slope = PENALTY * weights + np.einsum("ps,psf->f", chances - shares, rows)
        bend = PENALTY * np.eye(len(weights)) + np.einsum("ps,psf,psg->fg", chances, rows, rows, optimize=True)
        step = np.linalg.solve(bend - expected.T @ expected, slope)
        weights -= step
        if np.abs(step).max(initial=0) < SMALL:
            break
    found = np.zeros(len(spread))
    found[tells] = weights / spread[tells]
    return found


def written(title: str, fit: Fit) -> str:
    """The text of this title's `chances.toml`."""
    lines = [
        f"# Written by `python -m bench.fit {title} --games {fit.games} --seed {fit.seed}`.",
        "# For each number of players, a row of weights for each stage of the game.",
        f"games = {fit.games}",
        f'seed = "{fit.seed}"',
        f'date = "{fit.date}"',
        "features = [" + ", ".join([f'"{name}"' for name in fit.features]) + "]",
        "",
        "[weights]",
    ]
    for players, stages in fit.weights.items():
        lines += [f"{players} = [", *[f"    [{', '.join(map(str, row))}]," for row in stages], "]"]
    return "\n".join([*lines, ""])


def main() -> None:
    """Fit a title, and write its file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=list(find_rulebooks()))
    parser.add_argument("--games", type=int, default=GAMES, help="for each number of players")
    parser.add_argument("--seed", default=SEED)
    arguments = parser.parse_args()
    place = folder_of(arguments.title).joinpath(FITTED)
    assert isinstance(place, Path), "the title lies in a folder"
    place.write_text(written(arguments.title, fit(arguments.title, arguments.games, arguments.seed)), "utf-8")


if __name__ == "__main__":
    main()
