"""What others may import of Stele: `title`, `laws` and `research`. The rooms behind them may move, these names stay."""
