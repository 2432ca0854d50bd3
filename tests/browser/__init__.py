"""Pages in a real browser: Debian's Chromium, driven by Playwright.

Without a Chromium these tests are skipped and say so.
"""
