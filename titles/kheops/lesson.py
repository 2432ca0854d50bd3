"""Lesson: two turns and a half, in which a dungeon is begun, made longer, and defended."""

from stele.title import Instead, Lesson, Step, Task, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "3-10",
            say(
                "You are Ada and have the white pawns; Bo has the blue ones. Tile by tile the two of you complete this "
                "pyramid. In the end, whoever has more pawns in a dungeon gets its points."
            ),
        ),
        Step(
            "3-10",
            say(
                "Two or more tiles are a dungeon where their open sides meet. From a2 to a7, with b1 above them, seven "
                "tiles are one already, worth 13: a point for each hall, 5 for its sarcophagus, 5 more because none is "
                "longer."
            ),
            Task(
                say(
                    "A turn begins with a pawn. Pick one of your Workers, then a2, the hall with the red sarcophagus, "
                    "and confirm."
                ),
                (
                    Instead(
                        say(
                            "You may begin with the Mummy. But it is strongest later: it can take the place of one of "
                            "Bo's Workers. Place a Worker."
                        ),
                        {"pawn": "mummy"},
                    ),
                    Instead(
                        say(
                            "A Worker may stand there, too. But the dungeon around a2 is the longest one, and nobody "
                            "is in it yet: place the Worker on a2."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "4-0",
            say(
                "Your Worker stands there, and as the tile has no power, nothing else happens. Next you lay one of the "
                "three tiles in your hand, which only you can see: in an empty place that has a side in common with "
                "the pyramid."
            ),
            Task(
                say(
                    "Lay the hall with the Ankh, open on all three sides, on b4: it joins the tiles to its left and "
                    "right to a new dungeon."
                ),
                (
                    Instead(
                        say("You may lay it there. But on b4 it joins two tiles at once: lay it on b4."), {"tile": 10}
                    ),
                    Instead(
                        say(
                            "This tile may lie there, too. But only the hall with the Ankh is open on all sides, and "
                            "a pawn on an Ankh can bring points of its own: lay that one on b4."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "7-1",
            say(
                "You drew another tile, and it was Bo's turn: his Worker on a12 counts as two, because there is a 2 on "
                "the tile, and his tile lies on b6. Now it is your turn again."
            ),
            Task(
                say(
                    "Some tiles have a power, which a pawn sets off when it is placed there. Place a Worker on a5, in "
                    "your dungeon: it will let you turn a hall."
                ),
                (
                    Instead(
                        say("You may, but let us keep the Mummy for a moment when Bo is in the way. Place a Worker."),
                        {"pawn": "mummy"},
                    ),
                    Instead(
                        say("a7 has the same power and would do as well. For this lesson, take a5."), {"cell": "a7"}
                    ),
                    Instead(
                        say(
                            "A Worker may stand there, too. But a5 makes you stronger in your dungeon, and its power "
                            "makes the dungeon larger: place the Worker on a5."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "8-0",
            say(
                "A power is used at once. Your dungeon ends at a7, because the hall on a8 turns a wall to it; its one "
                "open side leads up to b7."
            ),
            Task(
                say("Turn the hall on a8 by two thirds, so that its open side meets a7."),
                (
                    Instead(
                        say("By one third, its open side faces a9, which has a wall there. Turn it by two thirds."),
                        {"cell": "a8"},
                    ),
                    Instead(
                        say(
                            "You may turn this hall. But only a8 can be turned so that it joins your dungeon where it "
                            "ends now: turn a8 by two thirds."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "9-0",
            say(
                "Now it is a part of your dungeon, which is the longest by far. Were the game over, it would be worth "
                "14 points: 4 for its halls, 5 for the sarcophagus, 5 as the longest one. You have two pawns in it, "
                "Bo none."
            ),
        ),
        Step(
            "12-1",
            say(
                "You laid a corridor on b8, and Bo came into your dungeon: his Worker stands on b1. His tile on b2 is "
                "cursed: with it, the whole dungeon from b2 to b6 is worth nothing."
            ),
            Task(
                say("Drive him out: place your Mummy on b1, in the place of his Worker."),
                (
                    Instead(
                        say(
                            "One more Worker may be placed, and would keep you ahead. But the Mummy does that, and "
                            "takes Bo's pawn away: place it on b1."
                        ),
                        {"pawn": "worker"},
                    ),
                    Instead(
                        say(
                            "His Worker on a12 could be driven out, too. But that dungeon has only two tiles: place "
                            "the Mummy on b1."
                        ),
                        {"cell": "a12"},
                    ),
                    Instead(
                        say(
                            "The Mummy may stand there, but then it takes nobody's place. Place it where Bo's Worker "
                            "stands, on b1."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "13-0",
            say(
                "Bo's Worker is back in his reserve. So it goes on, a pawn and a tile in each turn, until the pyramid "
                "is complete. From now on you may also place your Priest and your Pharaoh, whom Bo can neither move "
                "nor drive out."
            ),
        ),
        Step(
            "13-0",
            say(
                "Then the dungeons are scored. A hall is worth 1, a single sarcophagus 5, two of the same colour 15; "
                "the longest dungeon and the one with the apex get 5 more. A closed dungeon counts twice, a cursed one "
                "not at all. And your pawns on Ankhs bring the square of their number: three of them 9 points."
            ),
        ),
    ),
)
