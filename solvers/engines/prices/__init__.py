"""Prices of items: what a cover costs at least, and which options no cheap cover has.

By Lagrangian relaxation every item gets a price. An option that costs less than its items together would be a bargain;
the prices here leave none. So the prices of all items are a bound on the cost of every cover, and each option that is
more expensive than its items raises it by the difference, its *reduced cost*.

`net` sorts a problem by these costs for a search tree, and `cheapest_by_room` asks that for cheaper and cheaper covers.
"""

from danceoff.solvers.engines.prices.net import Net, cheapest_by_room, net
from danceoff.solvers.engines.prices.prices import Prices, item_prices

__all__ = ["Net", "Prices", "cheapest_by_room", "item_prices", "net"]
