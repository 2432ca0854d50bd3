"""The titles: one folder each, with its rules, texts, drawing and tests, found by being here."""
