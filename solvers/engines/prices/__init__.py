"""Prices of items: what a cover costs at least, and which options no cheap cover has.

By Lagrangian relaxation every item gets a price. The prices are such that no option costs less than its items together.
So the sum of all prices is a bound on the cost of every cover. Each option of a cover raises this bound by the *reduced
cost* of the option: its cost less the prices of its items.

`net` sorts a problem by these costs for a search tree, and `cheapest_by_room` finds cheaper and cheaper covers with it.
"""

from danceoff.solvers.engines.prices.net import Net, cheapest_by_room, net
from danceoff.solvers.engines.prices.prices import Prices, item_prices

__all__ = ["Net", "Prices", "cheapest_by_room", "item_prices", "net"]
