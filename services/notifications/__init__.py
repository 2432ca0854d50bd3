"""Notifications: what concerns whom, the inbox, and the channels that bring it to people."""
