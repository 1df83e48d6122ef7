"""Take covers as the search finds them, and stop after a second or when we have seen enough."""

import danceoff

pieces_in_corner: dict[str, int] = {}
with danceoff.covers("pentomino/6x10", solver="bits", time_limit=1.0) as stream:
    for cover in stream:
        for option in cover:
            piece, *cells = str(option).split()
            if "0,0" in cells:
                pieces_in_corner[piece] = pieces_in_corner.get(piece, 0) + 1
        if sum(pieces_in_corner.values()) == 5000:
            break

print("ended by", stream.status or "us")
for piece, n_covers in sorted(pieces_in_corner.items(), key=lambda pair: -pair[1]):
    print(f"{piece} lies in the corner of {n_covers} covers")
