"""Lesson: the whole first Kingdom, of whose three auctions the reader takes part in two."""

from stele.title import Instead, Lesson, Step, Task, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "7-1",
            say(
                "You are Ada. In each of three Kingdoms you take three Provinces by auction, and build Pyramids on "
                "them. Before you lie your Gold cards, 0, 2, 3, 4 and 5, open to everybody; in the row, the first "
                "Provinces."
            ),
        ),
        Step(
            "8-0",
            say(
                "Cy is the Pharaoh and began, with a 0 in front of Province I-12. Whoever's turn it is places one card "
                "in front of a Province; where another player's card lies, it must be a higher one."
            ),
            Task(
                say(
                    "Nobody has bid for Province I-13 yet, and its five Fields will bring Gold. Pick your 0 and "
                    "Province I-13, and confirm."
                ),
                (
                    Instead(
                        say(
                            "That is a bid, too. But a 0 is enough while nobody else is there, and it is the only card "
                            "that comes back when it was paid: place the 0."
                        ),
                        {"province": "I-13"},
                    ),
                    Instead(
                        say(
                            "You may bid there. But I-13 has the most Fields, and you can have it for nothing: place "
                            "your 0 in front of it."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "12-5",
            say(
                "Bo and Cy outbid each other for I-12, but nobody outbid you: I-13 is yours, and your 0 is back. Bo's "
                "Province has the most Ankhs, so Bo is the Pharaoh now, who begins, and who is first whenever there is "
                "a tie. Three new Provinces were turned over."
            ),
        ),
        Step(
            "14-0",
            say("Bo and Cy have bid 0 for two of them. Now you can outbid."),
            Task(
                say("Place your 2 in front of Province I-07, which has two Pyramids already."),
                (
                    Instead(
                        say("That outbids Bo as well. But a 2 does, too, and Gold that is paid is gone: place your 2."),
                        {"province": "I-07"},
                    ),
                    Instead(say("You may bid for this Province. But only I-07 has two Pyramids: place your 2 there.")),
                ),
            ),
        ),
        Step(
            "17-0",
            say(
                "Bo went to I-09, and Cy outbid you with a 4. Your 2 is back in your display, and as you have no card "
                "in the row any more, it is your turn again."
            ),
            Task(
                say("Bo has bid 2 for Province I-09, which has three Fields and a Pyramid. Outbid him with your 3."),
                (
                    Instead(say("That is enough, but so is a 3. Place your 3."), {"province": "I-09"}),
                    Instead(
                        say(
                            "With the 5 you can win I-07, but then you would have little to offer later. Bid for I-09."
                        ),
                        {"province": "I-07"},
                    ),
                    Instead(say("I-02 would be free of charge, but it has no Pyramid and fewer Fields. Bid for I-09.")),
                ),
            ),
        ),
        Step(
            "19-5",
            say(
                "Nobody outbid you: I-09 is yours for 3 Gold, and that card is gone for this Kingdom. Let us see how "
                "the third auction ends."
            ),
        ),
        Step(
            "28-5",
            say(
                "You were outbid twice, and then took I-10 for 4. Now everybody offers Gold cards to Amun-Re, in "
                "secret and at the same time. The more all of you offer, the more each Field earns; and whoever "
                "offers the most gets the most Pyramids."
            ),
            Task(
                say("You have ten Fields, so make it a good year: offer your 5, and no other card."),
                (
                    Instead(say("You may offer 0, but that earns you nothing. Offer your 5."), {"cards": [0]}),
                    Instead(say("2 Gold are few: you would be last. Offer your 5."), {"cards": [2]}),
                    Instead(say("2 Gold are few: you would be last. Offer your 5."), {"cards": [0, 2]}),
                    Instead(
                        say(
                            "You may add other cards. But Gold that you do not offer counts as revenue in a moment: "
                            "offer the 5 alone."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "32-3",
            say(
                "Bo offered 5 as well, and as the Pharaoh wins the tie: 3 Pyramids for Bo, 2 for you, 1 for Cy. You "
                "put them on your Provinces with the fewest, as evenly as possible. All offerings together are 12 "
                "Gold: each Field earns 3."
            ),
        ),
        Step(
            "38-1",
            say(
                "Each player in turn earns, builds, and lays out the cards for the next Kingdom. Your ten Fields have "
                "earned 30 Gold, and with the card that you had left you have 32. The more Pyramids you buy together, "
                "the more each of them costs."
            ),
            Task(
                say("Build 5 Pyramids for 21 Gold."),
                (
                    Instead(
                        say("You need not build, but Pyramids are what brings points. Build 5."),
                        {"count": 0},
                    ),
                    Instead(say("Six cost 28: then only 4 Gold are left for the next Kingdom. Build 5."), {"count": 6}),
                    Instead(
                        say("You may build fewer and keep more Gold. But you can afford 5, and they score three times.")
                    ),
                ),
            ),
        ),
        Step(
            "41-0",
            say(
                "They stand on your Provinces. You have 11 Gold left, and lay it out now for the next Kingdom: from "
                "all nine cards, those that total exactly 11, the 0 among them."
            ),
            Task(
                say("Lay out 0, 1, 2, 3 and 5: with many small cards you can bid more often."),
                (
                    Instead(
                        say("That is 11 Gold, too. But with many small cards you can bid more often: 0, 1, 2, 3 and 5.")
                    ),
                ),
            ),
        ),
        Step(
            "42-4",
            say(
                "The Kingdom is scored. You get 2 points for the Pyramids on your Province that has the fewest, 1 for "
                "nine or more Fields, and lose 1, because nobody has fewer Ankhs. Bo gets 1 for being the Pharaoh."
            ),
        ),
        Step(
            "42-4",
            say(
                "Two more Kingdoms follow, and score in the same way. In them each new Province covers an old one: the "
                "Pyramids stay and count, but the Fields and Ankhs beneath it do not."
            ),
        ),
    ),
)
