"""Shared fixtures of the API's tests."""

import pytest

from domain.title_loader import find_rulebooks


@pytest.fixture(params=list(find_rulebooks()))
def title(request):
    """Each title in turn."""
    return request.param
