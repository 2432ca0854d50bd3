"""Lesson: two and a half turns, in which a dungeon is begun, extended and defended."""

from stele.title import Instead, Lesson, Step, Task, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "3-10",
            say(
                "You are Ada and have the white pawns; Bo has the blue ones. Tile by tile, the two of you complete "
                "this pyramid. At the end, the player with more pawns in a dungeon gets its points."
            ),
        ),
        Step(
            "3-10",
            say(
                "Two or more tiles form a dungeon where their open sides meet. From a2 to a7, with b1 above them, "
                "seven tiles already form one, worth 13: a point for each hall, 5 for its sarcophagus, and 5 more "
                "because none is longer."
            ),
            Task(
                say(
                    "Each turn begins with a pawn. Select one of your Workers, then a2, the hall with the red "
                    "sarcophagus, and confirm."
                ),
                (
                    Instead(
                        say(
                            "You may begin with the Mummy. But it is strongest later, when it can replace one of "
                            "Bo's Workers. Place a Worker."
                        ),
                        {"pawn": "mummy"},
                    ),
                    Instead(
                        say(
                            "You could place a Worker there too. But the dungeon around a2 is the longest and has no "
                            "pawns yet: place the Worker on a2."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "4-0",
            say(
                "Your Worker is in place. The tile has no power, so nothing else happens. Next, lay one of the three "
                "tiles in your hand, which only you can see, in an empty cell that shares a side with the pyramid."
            ),
            Task(
                say(
                    "Lay the hall with the Ankh, open on all three sides, on b4: it joins the tiles to its left and "
                    "right into a new dungeon."
                ),
                (
                    Instead(
                        say("You may lay it there. But on b4 it joins two tiles at once: lay it on b4."), {"tile": 10}
                    ),
                    Instead(
                        say(
                            "You can lay this tile there too. But only the hall with the Ankh is open on all sides, "
                            "and a pawn on an Ankh can score points of its own: lay that one on b4."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "7-1",
            say(
                "You drew another tile, then Bo took his turn: his Worker on a12 counts as two, because the tile has "
                "a 2, and he laid his tile on b6. Now it is your turn again."
            ),
            Task(
                say(
                    "Some tiles have a power. Placing a pawn on the tile triggers it. Place a Worker on a5, in your "
                    "dungeon: you can then turn a hall."
                ),
                (
                    Instead(
                        say("You may, but keep the Mummy until Bo is in the way. Place a Worker."),
                        {"pawn": "mummy"},
                    ),
                    Instead(
                        say("a7 has the same power and would work just as well. For this lesson, choose a5."),
                        {"cell": "a7"},
                    ),
                    Instead(
                        say(
                            "You could place a Worker there too. But a5 makes you stronger in your dungeon, and its "
                            "power makes the dungeon larger: place the Worker on a5."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "8-0",
            say(
                "You use a power at once. Your dungeon ends at a7, because the hall on a8 has a wall on that side; "
                "its one open side leads up to b7."
            ),
            Task(
                say("Turn the hall on a8 by two thirds of a turn, so that its open side meets a7."),
                (
                    Instead(
                        say(
                            "Turned by one third of a turn, its open side faces a9, which has a wall there. Turn "
                            "it by two thirds."
                        ),
                        {"cell": "a8"},
                    ),
                    Instead(
                        say(
                            "You may turn this hall. But only a8 can be turned to join your dungeon where it now "
                            "ends: turn a8 by two thirds of a turn."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "9-0",
            say(
                "Now it is part of your dungeon, which is by far the longest. If the game ended now, the dungeon "
                "would be worth 14 points: 4 for its halls, 5 for the sarcophagus and 5 for being the longest. You "
                "have two pawns in it, Bo none."
            ),
        ),
        Step(
            "12-1",
            say(
                "You laid a corridor on b8, and Bo entered your dungeon: his Worker is on b1. His tile on b2 is "
                "cursed: with it, the whole dungeon from b2 to b6 is worth nothing."
            ),
            Task(
                say("Drive it out: place your Mummy on b1, replacing his Worker."),
                (
                    Instead(
                        say(
                            "You could place another Worker and stay ahead. But the Mummy does that too, and also "
                            "removes Bo's pawn: place it on b1."
                        ),
                        {"pawn": "worker"},
                    ),
                    Instead(
                        say(
                            "You could also drive out his Worker on a12. But that dungeon has only two tiles: place "
                            "the Mummy on b1."
                        ),
                        {"cell": "a12"},
                    ),
                    Instead(
                        say(
                            "You can place the Mummy there, but then it does not replace a Worker. Place it on b1, "
                            "where Bo's Worker is."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "13-0",
            say(
                "Bo's Worker is back in his reserve. The game continues like this, with a pawn and a tile each turn, "
                "until the pyramid is complete. From now on you can also place your Priest and your Pharaoh, which "
                "Bo can neither move nor drive out."
            ),
        ),
        Step(
            "13-0",
            say(
                "Then the dungeons are scored. A hall is worth 1, a single sarcophagus 5, two of the same colour 15; "
                "the longest dungeon and the one with the apex get 5 more. A closed dungeon counts double, a cursed "
                "one nothing. Your pawns on Ankhs score the square of their number: three of them score 9 points."
            ),
        ),
    ),
)
