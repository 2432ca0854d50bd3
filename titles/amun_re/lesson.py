"""Lesson: the whole first round, from the auction to the harvest."""

from stele.title import Instead, Lesson, Step, Task, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "4-3",
            say(
                "You are Ada. In two Kingdoms of three rounds each, you take provinces along the Nile, farm their "
                "Fields, and build pyramids in them, which bring most of the points. You begin with 20 Gold, a Theft "
                "card and an Architect."
            ),
        ),
        Step(
            "5-0",
            say(
                "Each round begins with an auction: there are as many provinces as players. Cy's Scribe is in Sawu "
                "for 0 Gold. Where there is a Scribe, you can only take a higher space."
            ),
            Task(
                say("Sawu has a Caravan. Outbid Cy there: select the 1 Gold space and confirm."),
                (
                    Instead(
                        say("You may bid more right away. But 1 Gold is enough to outbid a 0: take that space."),
                        {"province": "sawu"},
                    ),
                    Instead(
                        say(
                            "This is a good province too, and still free. But now try outbidding a player: bid 1 "
                            "Gold for Sawu."
                        ),
                        {"type": "PlaceBid"},
                    ),
                    Instead(say("You can sell Favor cards, but you will soon need this one. Bid 1 Gold for Sawu.")),
                ),
            ),
        ),
        Step(
            "9-0",
            say(
                "Bo bid 3 Gold and outbid you, so you have your Scribe back. Your next bid can't be for Sawu, where "
                "you were outbid. Cy is in Buto, for 1 Gold."
            ),
            Task(
                say("Buto has six Fields. Outbid Cy there with 3 Gold, the next space up."),
                (
                    Instead(
                        say("You may bid more. But 3 Gold is enough, and you will need the rest: take that space."),
                        {"province": "buto"},
                    ),
                    Instead(
                        say("Baharya costs less, but it has hardly any Fields. Bid 3 Gold for Buto."),
                        {"province": "baharya"},
                    ),
                    Instead(say("You can sell Favor cards, but you will soon need this one. Bid 3 Gold for Buto.")),
                ),
            ),
        ),
        Step(
            "11-10",
            say(
                "Every province has a Scribe: each player pays for theirs and now controls it. Buto is yours. "
                "Baharya and Sawu gave their players Favor cards and Stones at once; Buto gives nothing now, but it "
                "has many Fields."
            ),
        ),
        Step(
            "16-0",
            say(
                "In the market, each player buys Favor cards, then Farmers, then Stones. One costs 1 Gold, two cost "
                "3, three cost 6, and so on. Cy went first, bought Stones and built a pyramid."
            ),
            Task(
                say("A Farmer on a Field earns Gold in each harvest. Buy 3 Farmers for 6 Gold."),
                (
                    Instead(
                        say("You may buy more or fewer. For this lesson, buy 3: you will need Gold for Stones too."),
                        {"type": "BuyFarmers"},
                    ),
                    Instead(
                        say("If you buy Stones, you can't buy Farmers later this turn. Buy the 3 Farmers first."),
                        {"type": "BuyStones"},
                    ),
                    Instead(
                        say("Without Farmers, you would earn nothing in the harvest. Buy 3 Farmers."),
                        {"type": "EndMarket"},
                    ),
                    Instead(say("You can sell Favor cards, but you will soon need this one. Buy 3 Farmers.")),
                ),
            ),
        ),
        Step(
            "20-0",
            say("Your Farmers are on Fields in Buto. Now the Stones: three in one province become a pyramid."),
            Task(
                say("Buy 2 Stones for 3 Gold. With one of your cards, two are enough."),
                (
                    Instead(
                        say(
                            "Three Stones become a pyramid without help. But with your Architect, two are enough: "
                            "buy 2."
                        ),
                        {"type": "BuyStones"},
                    ),
                    Instead(say("First buy 2 Stones: you can't build a pyramid without them.")),
                ),
            ),
        ),
        Step(
            "23-0",
            say("There are two Stones in Buto. For an Architect, two are enough."),
            Task(
                say("Play your Architect in Buto."),
                (
                    Instead(
                        say(
                            "You could leave the Stones for later, but then the pyramid would have to wait too. "
                            "Play your Architect."
                        ),
                        {"type": "EndMarket"},
                    ),
                    Instead(say("You could, but a pyramid is worth more. Play your Architect in Buto.")),
                ),
            ),
        ),
        Step(
            "29-1",
            say(
                "You have built your first pyramid. Now all players offer Gold to Amun-Re, in secret and at the same "
                "time: the higher the total, the more each Farmer earns. The player who offers the most gets 3 "
                "rewards, the second 2, all other players 1."
            ),
            Task(
                say("You have 8 Gold. Offer 4."),
                (
                    Instead(
                        say(
                            "The Theft card would give you 3 Gold but no reward, and all players would have a poorer "
                            "harvest. You have Farmers: offer 4 Gold."
                        ),
                        {"theft": True},
                    ),
                    Instead(
                        say(
                            "You may offer that. For this lesson, offer 4 Gold and keep the same amount for the next "
                            "auction."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "32-3",
            say(
                "The offerings are revealed: 17 Gold in all, so each Farmer will earn 3. Cy offered the most: 3 "
                "rewards, and Cy begins the next round. Bo gets 2, you get 1."
            ),
        ),
        Step(
            "34-2",
            say("Bo and Cy took Stones and have built again. Your reward may be a Favor card, a Farmer or a Stone."),
            Task(
                say("Take a Farmer: it earns Gold in this very harvest."),
                (
                    Instead(
                        say("A Stone would be a start on your next pyramid. For this lesson, take a Farmer."),
                        {"stones": 1},
                    ),
                    Instead(
                        say("A Favor card is a surprise, often a good one. For this lesson, take a Farmer."),
                        {"favor": 1},
                    ),
                    Instead(say("A reward costs nothing. Take a Farmer.")),
                ),
            ),
        ),
        Step(
            "36-1",
            say(
                "The harvest: your four Farmers earned 3 Gold each, 12 in all. This ends the round: auction, market, "
                "offering, harvest. The next one begins with three other provinces."
            ),
        ),
        Step(
            "36-1",
            say(
                "After three rounds, the Kingdom is scored. A pyramid is worth 1 point; each full set, one pyramid in "
                "every one of your provinces, is worth 3 more; the province with the most pyramids on each bank is "
                "worth 5; Temples and yellow cards bring points too. In the New Kingdom, the same provinces return "
                "with their pyramids. At the end of the game, Gold also brings points."
            ),
        ),
    ),
)
