"""Prices of items: what a cover costs at least, and which options no cheap cover has.

By Lagrangian relaxation every item gets a price. An option that costs less than its items together would be a bargain;
the prices here leave none. So the prices of all items are a bound on the cost of every cover, and each option that is
dearer than its items raises it by the difference, its *reduced cost*.
"""

from danceoff.solvers.engines.prices.prices import Prices, item_prices

__all__ = ["Prices", "item_prices"]
