"""Lesson: the first turn, from the auction of a spell to the second gem."""

from stele.title import Instead, Lesson, Step, Task, say

LESSON = Lesson(
    seat=0,
    steps=(
        Step(
            "4-10",
            say(
                "You are Ada, one of three wizards. There are gems all over the map. The first player to have gems "
                "of seven kinds, or eight gems, on their amulet wins at once. You pay for gems with metals, and your "
                "spells give you metals."
            ),
        ),
        Step(
            "5-0",
            say(
                "A turn begins with an auction of spells, paid for in energy. Each player bids once. Alchemy is up "
                "for auction; it gives you three metal cards of your choice each turn. Cy has bid 4 of their 6 "
                "energy."
            ),
            Task(
                say("Bid 5 energy for Alchemy."),
                (
                    Instead(say("You may pass. But Alchemy is strong: bid 5 energy."), {"type": "Pass"}),
                    Instead(say("You may bid all you have. But 5 is enough to outbid Cy: bid 5.")),
                ),
            ),
        ),
        Step(
            "7-2",
            say(
                "Bo passed. Your 5 energy is now on Alchemy; each turn uses up 1, and a spell without energy is "
                "discarded. You have taken the hat, so you answer first. You have 1 energy left, and the next spell "
                "has been turned up."
            ),
            Task(
                say("Pass: the other players can easily bid more than 1."),
                (Instead(say("You may bid 1, but Bo or Cy will outbid you. Pass for now.")),),
            ),
        ),
        Step(
            "15-1",
            say(
                "Cy and Bo bought the other spells. Now the metals: each symbol on your spells gives you a card. "
                "Silver Spring gave you three silver; its free symbol and those of Alchemy let you choose four times."
            ),
            Task(
                say("Take iron: many cards of one metal are strong where that metal is accepted."),
                (
                    Instead(
                        say("You may take any metal. But two or three of each metal are weak everywhere: take iron."),
                    ),
                ),
            ),
        ),
        Step(
            "19-4",
            say(
                "You took iron four times. Now the gems: the disc shows how many times the company moves, and before "
                "each move there is an exchange where the company is. The West Quarter is part of the city, where "
                "all metals are accepted."
            ),
        ),
        Step(
            "21-0",
            say(
                "In turn, each player offers more cards than the other players, or passes for good. Bo offers 2 and "
                "Cy 3; because of Cy's spell Immense Power, you must offer two cards more than Cy."
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
            say("Bo and Cy passed: you have won this exchange and have the hat. Now choose the cards you pay with."),
            Task(
                say("Lay down 1 gold and 4 silver: that way you keep all your iron."),
                (
                    Instead(
                        say(
                            "Any five cards will do. But your iron is worth more together: lay down 1 gold and 4 "
                            "silver."
                        )
                    ),
                ),
            ),
        ),
        Step(
            "25-0",
            say("You take a gem. You have none yet, so each of them is a new kind for you."),
            Task(
                say("Take the light blue gem."),
                (Instead(say("That would do just as well. For this lesson, take the light blue one.")),),
            ),
        ),
        Step(
            "26-1",
            say(
                "The player with the hat moves the company to an adjacent region. Check which metal is accepted "
                "there: gold on the water, silver in the forest, copper on the plain, iron in the mountains."
            ),
            Task(
                say("Move the company to Watch Mountain, where your iron counts."),
                (
                    Instead(
                        say(
                            "Raven Ridge is also in the mountains and would do just as well. For this lesson, choose "
                            "Watch Mountain."
                        ),
                        {"region": "Raven Ridge"},
                    ),
                    Instead(
                        say("In the city, all players can use all cards. Go where only iron counts: Watch Mountain."),
                        {"region": "North Quarter"},
                    ),
                    Instead(
                        say("In the city, all players can use all cards. Go where only iron counts: Watch Mountain."),
                        {"region": "South Quarter"},
                    ),
                    Instead(say("Your iron is not accepted there. Move the company to Watch Mountain.")),
                ),
            ),
        ),
        Step(
            "27-1",
            say("You begin, because you have the hat. Only iron is accepted here, and you have five iron cards."),
            Task(
                say("Offer 4 cards: perhaps no other player has as much iron."),
                (
                    Instead(say("You may pass, but you came here for a gem. Offer 4 cards."), {"type": "Pass"}),
                    Instead(say("That would surely win, but keep one card: offer 4."), {"cards": 5}),
                    Instead(
                        say("Such a small offer may be outbid, and you can't raise your own offer. Offer 4 cards.")
                    ),
                ),
            ),
        ),
        Step(
            "30-2",
            say("No player could offer more. Your four iron cards are on the table."),
            Task(
                say("Take the red gem."),
                (Instead(say("That would do just as well. For this lesson, take the red one.")),),
            ),
        ),
        Step(
            "31-3",
            say(
                "With the spell Foul Curse of Avarice, Bo took one of your cards; the others went back to their "
                "pile. You have two gems on your amulet, and the company keeps moving until the disc is used up."
            ),
        ),
        Step(
            "31-3",
            say(
                "Then comes the last phase: each spell uses up energy, which goes back to its owner for the next "
                "auction, and a spell without energy is discarded. Red, grey and blue spells do much more: read "
                "each card to see what it does, and when."
            ),
        ),
    ),
)
