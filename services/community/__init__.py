"""Community: chat, notes, reports, blocks, results, ratings and tournaments."""
