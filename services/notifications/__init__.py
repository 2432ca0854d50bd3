"""Notifications: their kinds, the inbox, and the channels that deliver them."""
