"""Community: chat, notes, reports, blocks, results, ratings, tournaments."""
