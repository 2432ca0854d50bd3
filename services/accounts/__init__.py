"""Accounts: players, their credentials and mail, bot accounts, operators and deletion."""
