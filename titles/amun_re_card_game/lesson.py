"""Lesson: the whole first Kingdom; the reader takes part in two of its three auctions."""

from stele.title import Instead, Lesson, Step, Task, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "7-1",
            say(
                "You are Ada. In each of the three Kingdoms you win three Provinces by auction and build Pyramids on "
                "them. In front of you are your Gold cards, 0, 2, 3, 4 and 5, which all players can see; in the row "
                "are the first Provinces."
            ),
        ),
        Step(
            "8-0",
            say(
                "Cy is the Pharaoh and began, with a 0 in front of Province I-12. On your turn, you place one card "
                "in front of a Province; if another player's card is there, yours must be higher."
            ),
            Task(
                say(
                    "There is no bid for Province I-13 yet, and its five Fields will earn Gold. Select your 0 and "
                    "Province I-13, then confirm."
                ),
                (
                    Instead(
                        say(
                            "That is a valid bid. But a 0 is enough if there is no other card, and it is the only "
                            "card you get back after paying with it: place the 0."
                        ),
                        {"province": "I-13"},
                    ),
                    Instead(
                        say(
                            "You may bid there. But I-13 has the most Fields, and you can get it for nothing: place "
                            "your 0 in front of it."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "12-5",
            say(
                "Bo and Cy outbid each other for I-12, but neither outbid you: I-13 is yours, and you have your 0 "
                "back. Bo's Province has the most Ankhs, so Bo is now the Pharaoh: he begins and comes first in "
                "every tie. Three new Provinces were turned over."
            ),
        ),
        Step(
            "14-0",
            say("Bo and Cy have bid 0 for two of them. Now you can outbid one of them."),
            Task(
                say("Place your 2 in front of Province I-07, which already has two Pyramids."),
                (
                    Instead(
                        say(
                            "That also outbids Bo. But a 2 is enough, and you don't get Gold back once you pay it: "
                            "place your 2."
                        ),
                        {"province": "I-07"},
                    ),
                    Instead(say("You may bid for this Province. But only I-07 has two Pyramids: place your 2 there.")),
                ),
            ),
        ),
        Step(
            "17-0",
            say(
                "Bo moved to I-09, and Cy outbid you with a 4. Your 2 is back in your display. You have no card left "
                "in the row, so it is your turn again."
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
                    Instead(say("I-02 would cost you nothing, but it has no Pyramid and fewer Fields. Bid for I-09.")),
                ),
            ),
        ),
        Step(
            "19-5",
            say(
                "You were not outbid: I-09 is yours for 3 Gold, and that card is gone for this Kingdom. Now see how "
                "the third auction ends."
            ),
        ),
        Step(
            "28-5",
            say(
                "You were outbid twice, then took I-10 for 4. Now all players offer Gold cards to Amun-Re, in secret "
                "and at the same time. The higher the total, the more each Field earns; the player who offers the "
                "most gets the most Pyramids."
            ),
            Task(
                say("You have ten Fields, so make it a good year: offer your 5, and no other card."),
                (
                    Instead(say("You may offer 0, but that earns you nothing. Offer your 5."), {"cards": [0]}),
                    Instead(say("2 Gold is not enough: you would be last. Offer your 5."), {"cards": [2]}),
                    Instead(say("2 Gold is not enough: you would be last. Offer your 5."), {"cards": [0, 2]}),
                    Instead(
                        say(
                            "You may add other cards. But Gold that you do not offer will soon count as revenue: "
                            "offer only the 5."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "32-3",
            say(
                "Bo offered 5 as well, and the Pharaoh wins the tie: 3 Pyramids for Bo, 2 for you, 1 for Cy. Put "
                "yours on your Provinces with the fewest, as evenly as possible. The offerings total 12 Gold: each "
                "Field earns 3."
            ),
        ),
        Step(
            "38-1",
            say(
                "In turn, each player earns Gold, builds, and lays out cards for the next Kingdom. Your ten Fields "
                "have earned 30 Gold; with the card you had left, you have 32. The more Pyramids you buy together, "
                "the more each one costs."
            ),
            Task(
                say("Build 5 Pyramids for 21 Gold."),
                (
                    Instead(
                        say("You don't have to build, but Pyramids bring points. Build 5."),
                        {"count": 0},
                    ),
                    Instead(
                        say("Six cost 28, which would leave only 4 Gold for the next Kingdom. Build 5."), {"count": 6}
                    ),
                    Instead(
                        say("You may build fewer and keep more Gold. But you can afford 5, and they score three times.")
                    ),
                ),
            ),
        ),
        Step(
            "41-0",
            say(
                "They are on your Provinces. You have 11 Gold left. Lay it out now for the next Kingdom: from all "
                "nine cards, choose those that total exactly 11, including the 0."
            ),
            Task(
                say("Lay out 0, 1, 2, 3 and 5: with many small cards you can bid more often."),
                (
                    Instead(
                        say(
                            "That makes 11 Gold too. But with many small cards you can bid more often: 0, 1, 2, 3 "
                            "and 5."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "42-4",
            say(
                "The Kingdom is scored. You get 2 points for the Pyramids on whichever of your Provinces has the "
                "fewest, 1 for nine or more Fields, and lose 1 because no player has fewer Ankhs. Bo gets 1 for being "
                "the Pharaoh."
            ),
        ),
        Step(
            "42-4",
            say(
                "Two more Kingdoms follow and are scored the same way. In them, each new Province covers an old one: "
                "the Pyramids stay and count, but the Fields and Ankhs beneath it do not."
            ),
        ),
    ),
)
