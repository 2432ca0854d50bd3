"""Lesson: the first turn, from the auction of a spell to the second gem."""

from stele.title import Instead, Lesson, Step, Task, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "4-10",
            say(
                "You are Ada, one of three wizards. Gems lie all over the map. Whoever first has gems of seven kinds "
                "on their amulet, or eight gems, wins at once. You pay for gems with metals, and your spells bring "
                "you metals."
            ),
        ),
        Step(
            "5-0",
            say(
                "A turn begins with an auction of spells, for Energy. Each player bids once. Alchemy is up, which "
                "brings three metal cards of your choice in each turn, and Cy has bid 4 of their 6 Energy."
            ),
            Task(
                say("Bid 5 Energy for Alchemy."),
                (
                    Instead(say("You may pass. But Alchemy is strong: bid 5 Energy."), {"type": "Pass"}),
                    Instead(say("You may bid all that you have. But 5 is enough to outbid Cy: bid 5.")),
                ),
            ),
        ),
        Step(
            "7-2",
            say(
                "Bo passed. Your 5 Energy lie on Alchemy now; each turn uses up one, and without any the spell is "
                "gone. You have taken the hat, so you answer first. You have 1 Energy left, and the next spell was "
                "turned up."
            ),
            Task(
                say("Pass: others can easily bid more than 1."),
                (Instead(say("You may bid 1, but Bo or Cy will outbid it. Pass for now.")),),
            ),
        ),
        Step(
            "15-1",
            say(
                "Cy and Bo have bought the other spells. Now the metals: each symbol on your spells brings a card. "
                "Silver Spring has brought three silver, and its free symbol and those of Alchemy let you choose four "
                "times."
            ),
            Task(
                say("Take iron: many cards of one metal are strong where that metal is accepted."),
                (
                    Instead(
                        say("You may take any metal. But two or three of each are weak everywhere: take iron."),
                    ),
                ),
            ),
        ),
        Step(
            "19-4",
            say(
                "You took iron four times. Now the gems: the disc shows how many times the company moves, and before "
                "each move there is an exchange where it stands. The West Quarter is a part of the city, where all "
                "metals are accepted."
            ),
        ),
        Step(
            "21-0",
            say(
                "In turn, everybody offers more cards than the others, or passes for good. Bo offers 2 and Cy 3; and "
                "because of Cy's spell Immense Power, one must offer two cards more than Cy."
            ),
            Task(
                say("You have eleven cards. Offer 5."),
                (
                    Instead(
                        say("You may pass and keep your cards. But a gem for 5 of them is fair: offer 5."),
                        {"type": "Pass"},
                    ),
                    Instead(say("You may offer more. But 5 is enough to outbid Cy: offer 5.")),
                ),
            ),
        ),
        Step(
            "24-1",
            say(
                "Bo and Cy passed: you have won this exchange and have the hat. Now you choose the cards that you pay."
            ),
            Task(
                say("Lay 1 gold and 4 silver: so you keep all your iron."),
                (
                    Instead(
                        say("Any five cards will do. But your iron is worth more together: lay 1 gold and 4 silver.")
                    ),
                ),
            ),
        ),
        Step(
            "25-0",
            say("You take a gem. You have none yet, so each of them is of a new kind for you."),
            Task(
                say("Take the light blue gem."),
                (Instead(say("It would do as well. For this lesson, take the light blue one.")),),
            ),
        ),
        Step(
            "26-1",
            say(
                "Whoever has the hat moves the company to a region beside this one. Mind which metal is accepted "
                "there: gold on the water, silver in the forest, copper on the plain, iron in the mountains."
            ),
            Task(
                say("Move the company to Watch Mountain, where your iron counts."),
                (
                    Instead(
                        say("Raven Ridge is in the mountains, too, and would do as well. Now take Watch Mountain."),
                        {"region": "Raven Ridge"},
                    ),
                    Instead(
                        say("In the city everybody can use all cards. Go where only iron counts: to Watch Mountain."),
                        {"region": "North Quarter"},
                    ),
                    Instead(
                        say("In the city everybody can use all cards. Go where only iron counts: to Watch Mountain."),
                        {"region": "South Quarter"},
                    ),
                    Instead(say("There your iron is not accepted. Move the company to Watch Mountain.")),
                ),
            ),
        ),
        Step(
            "27-1",
            say("You begin, because you have the hat. Only iron is accepted here, and you have five cards of it."),
            Task(
                say("Offer 4 cards: perhaps nobody has as much iron."),
                (
                    Instead(say("You may pass, but you came here for a gem. Offer 4 cards."), {"type": "Pass"}),
                    Instead(say("That would surely win, but keep one card: offer 4."), {"cards": 5}),
                    Instead(say("So little may be outbid, and nobody raises their own offer. Offer 4 cards.")),
                ),
            ),
        ),
        Step(
            "30-2",
            say("Nobody could offer more. Your four iron cards lie on the table."),
            Task(
                say("Take the red gem."),
                (Instead(say("It would do as well. For this lesson, take the red one.")),),
            ),
        ),
        Step(
            "31-3",
            say(
                "A spell of Bo's, the Foul Curse of Avarice, let him take one of your cards; the others went back to "
                "their pile. You have two gems on your amulet, and the company moves on, until the disc is used up."
            ),
        ),
        Step(
            "31-3",
            say(
                "Then comes the last phase: each spell uses up Energy, which goes back to its owner for the next "
                "auction, and a spell without any leaves the table. Red, grey and blue spells do much more: read on "
                "each card what it does, and when."
            ),
        ),
    ),
)
