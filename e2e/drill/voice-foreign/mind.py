"""What Lisa answers in the drill: a few rules instead of a model."""

import re
from dataclasses import dataclass
from typing import Optional

TIMELINES = {"monthly": "monthly", "yearly": "annual", "annual": "annual", "long-term": "long-term"}
GOAL = re.compile(r"\b(monthly|yearly|annual|long[ -]term) goal\b:?(?: to)? (.+)", re.IGNORECASE)
ENTRY = re.compile(r"\bin my journal\b:?(?: that)? (.+)", re.IGNORECASE)
YES = re.compile(r"(yes|yeah|okay|sure|of course)\b", re.IGNORECASE)
NO = re.compile(r"(no|never|do not|don't)\b", re.IGNORECASE)
SAVED = re.compile(r"Goal created|Journal entry for|had an entry already")


@dataclass
class Reply:
    say: str = ""
    tool: str = ""
    arguments: Optional[dict] = None


def sentence(words: str) -> str:
    words = words.strip().rstrip(".?!")
    return words[:1].upper() + words[1:]


class Mind:
    """Asks before it saves, and saves after a yes."""

    def __init__(self) -> None:
        self.has_greeted = False
        self.proposal: Optional[Reply] = None

    def begin(self) -> Reply:
        """She is asked to speak although nobody has said anything."""
        if self.has_greeted:
            return Reply("Are you still there?")
        self.has_greeted = True
        return Reply("Hello, this is Lisa. What is on your mind?")

    def hear(self, words: str, today: str) -> Reply:
        if goal := GOAL.search(words):
            timeline, title = goal[1].lower().replace(" ", "-"), sentence(goal[2])
            self.proposal = Reply(tool="create_goal", arguments={"timeline": TIMELINES[timeline], "title": title})
            return Reply(f"Shall I save the {timeline} goal {title.lower()}?")
        if entry := ENTRY.search(words):
            text = sentence(entry[1])
            field = "gratitude1" if "grateful" in text else "dailyEvents"
            self.proposal = Reply(tool="create_journal_entry", arguments={"entryDate": today, field: text})
            return Reply(f"Shall I write in your journal: {text.lower()}?")
        proposal, self.proposal = self.proposal, None
        if proposal and YES.match(words):
            return proposal
        if proposal and NO.match(words):
            return Reply("All right, I leave it.")
        return Reply("Tell me about a goal, or what to write in your journal.")

    def learn(self, output: str) -> Reply:
        """The output of the tool that she has called."""
        return Reply("It is saved." if SAVED.search(output) else "That is not saved yet.")
