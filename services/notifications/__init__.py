"""Notifications: their kinds, the inbox, and the channels that bring them to people."""
