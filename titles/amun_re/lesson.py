"""Lesson: the whole first round, from the auction to the harvest."""

from stele.title import Instead, Lesson, Step, Task, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "4-3",
            say(
                "You are Ada. In two Kingdoms of three rounds you take provinces along the Nile, till their Fields, "
                "and build pyramids in them, which bring most of the points. You begin with 20 Gold, a Theft card, "
                "and an Architect."
            ),
        ),
        Step(
            "5-0",
            say(
                "Each round begins with an auction: there are as many provinces as players. Cy's Scribe stands in Sawu "
                "for 0 Gold. Where a Scribe stands, only a higher space may be taken."
            ),
            Task(
                say("Sawu has a Caravan. Outbid Cy there: pick the space of 1 Gold, and confirm."),
                (
                    Instead(
                        say("You may bid more at once. But 1 Gold is enough to outbid a 0: take that space."),
                        {"province": "sawu"},
                    ),
                    Instead(
                        say("A good province, too, and still free. But try now how one outbids: bid 1 Gold for Sawu."),
                        {"type": "PlaceBid"},
                    ),
                    Instead(say("You can sell Favor cards, but you will soon need this one. Bid 1 Gold for Sawu.")),
                ),
            ),
        ),
        Step(
            "9-0",
            say(
                "Bo has bid 3 Gold and outbid you, so your Scribe is back. Your next bid may not be for Sawu, where "
                "that happened. In Buto stands Cy, for 1 Gold."
            ),
            Task(
                say("Buto has six Fields. Outbid Cy there with 3 Gold, the next space."),
                (
                    Instead(
                        say("You may bid more. But 3 Gold are enough, and you will need the rest: take that space."),
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
                "A Scribe stands in every province: everybody pays, and controls theirs. Buto is yours. Baharya and "
                "Sawu brought their players Favor cards and Stones at once; Buto brings nothing now, but it has many "
                "Fields."
            ),
        ),
        Step(
            "16-0",
            say(
                "In the market each player buys Favor cards, then Farmers, then Stones. One costs 1 Gold, two cost 3, "
                "three cost 6, and so on. Cy was first, bought Stones and has built a pyramid."
            ),
            Task(
                say("A Farmer on a Field earns Gold in each harvest. Buy 3 Farmers for 6 Gold."),
                (
                    Instead(
                        say("You may buy more or fewer. For this lesson, buy 3: you will need Gold for Stones, too."),
                        {"type": "BuyFarmers"},
                    ),
                    Instead(
                        say("Whoever buys Stones can buy no Farmers any more in this turn. Buy the 3 Farmers first."),
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
            say("Your Farmers stand on Fields of Buto. Now the Stones: three in one province become a pyramid."),
            Task(
                say("Buy 2 Stones for 3 Gold. You have a card that makes them enough."),
                (
                    Instead(
                        say(
                            "Three Stones would become a pyramid without help. But with your Architect, two do: buy 2."
                        ),
                        {"type": "BuyStones"},
                    ),
                    Instead(say("First buy 2 Stones: without them there will be no pyramid.")),
                ),
            ),
        ),
        Step(
            "23-0",
            say("Two Stones lie in Buto. For an Architect, two are enough."),
            Task(
                say("Play your Architect in Buto."),
                (
                    Instead(
                        say("The Stones would stay for later, but so would the pyramid. Play your Architect."),
                        {"type": "EndMarket"},
                    ),
                    Instead(say("That is possible, but a pyramid is worth more. Play your Architect in Buto.")),
                ),
            ),
        ),
        Step(
            "29-1",
            say(
                "Your first pyramid stands. Now all offer Gold to Amun-Re, in secret and at the same time: the more it "
                "is in all, the more each Farmer earns. Whoever offers the most gets 3 rewards, the second 2, all "
                "others 1."
            ),
            Task(
                say("You have 8 Gold. Offer 4 of it."),
                (
                    Instead(
                        say(
                            "The Theft card would bring you 3 Gold, but no reward, and the harvest would be poorer for "
                            "all. You have Farmers: offer 4 Gold."
                        ),
                        {"theft": True},
                    ),
                    Instead(
                        say("You may offer that. For this lesson, offer 4 Gold, and keep as much for the next auction.")
                    ),
                ),
            ),
        ),
        Step(
            "32-3",
            say(
                "The offerings are revealed: 17 Gold in all, so each Farmer will earn 3. Cy offered the most, gets 3 "
                "rewards and begins the next round; Bo gets 2, you get 1."
            ),
        ),
        Step(
            "34-2",
            say("Bo and Cy took Stones and have built again. Your reward may be a Favor card, a Farmer or a Stone."),
            Task(
                say("Take a Farmer: it earns in this harvest already."),
                (
                    Instead(
                        say("A Stone would be a beginning of your next pyramid. For this lesson, take a Farmer."),
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
                "The harvest: your four Farmers have earned 3 Gold each, 12 in all. So ends a round: auction, market, "
                "offering, harvest. The next one begins with three other provinces."
            ),
        ),
        Step(
            "36-1",
            say(
                "After three rounds, the Kingdom is scored. A pyramid is worth 1 point, and 3 more if each of your "
                "provinces has one like it; the most pyramids in a province on each bank bring 5; Temples and yellow "
                "cards bring points, too. In the New Kingdom the same provinces come up again, with their pyramids. In "
                "the end, Gold brings points as well."
            ),
        ),
    ),
)
