"""A cover of a packing as a model: glTF 2.0 in its binary form (GLB), with a colour for each copy of a piece.

Khronos Group, glTF 2.0 Specification, 2021: a header, a chunk of JSON, and a chunk of vertices and indices.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from danceoff.addons.puzzles.models.stl import surface
from danceoff.problems.grids.lattice import in_space
from danceoff.problems.pictures.copies import Copy
from danceoff.problems.pictures.drawing import PALETTE

if TYPE_CHECKING:
    from danceoff.problems.grids.packing import Packing

_GAP = 0.03
"""The distance of two pieces; a cell is 1 wide."""
_FLOAT, _VERTICES = 5126, 34962
_JSON, _BINARY = 0x4E4F534A, 0x004E4942


def glb(packing: Packing, pieces: Sequence[Copy]) -> bytes:
    """Return a model of pieces in their places; a cell is 1 wide, the first layer is on top."""
    place = in_space(np.argwhere(packing.region).astype(np.int32))
    middle = (place.min(axis=0) + place.max(axis=0) + 1)[::-1] / 2
    chunks: list[bytes] = []
    views: list[dict[str, object]] = []
    accessors: list[dict[str, object]] = []
    meshes, nodes, materials = [], [], []
    for k, one in enumerate(pieces):
        corner, triangle = surface(place[packing.cells_of(one.option)], _GAP)
        flat = ((corner - middle)[triangle][:, :, [0, 2, 1]] * [1, -1, 1]).astype("<f4")  # y is up
        normal = np.cross(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0])
        normal = np.repeat(normal / np.linalg.norm(normal, axis=1, keepdims=True), 3, axis=0).astype("<f4")
        vertices = flat.reshape(-1, 3)
        for values in (vertices, normal):
            views.append(
                {"buffer": 0, "byteOffset": sum(map(len, chunks)), "byteLength": values.nbytes, "target": _VERTICES}
            )
            accessor = {"bufferView": len(views) - 1, "componentType": _FLOAT, "count": len(values), "type": "VEC3"}
            bounds = {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}
            accessors.append(accessor | bounds)
            chunks.append(values.tobytes())
        name = f"{one.mark} {packing.pieces[one.piece].name}"
        attributes = {"POSITION": 2 * k, "NORMAL": 2 * k + 1}
        meshes.append({"name": name, "primitives": [{"attributes": attributes, "material": k}]})
        nodes.append({"name": name, "mesh": k})
        surface_of = {
            "baseColorFactor": [*_linear(PALETTE[one.colour]), 1.0],
            "metallicFactor": 0.0,
            "roughnessFactor": 0.7,
        }
        materials.append({"name": name, "pbrMetallicRoughness": surface_of})
    model = {
        "asset": {"version": "2.0", "generator": "danceoff"},
        "scene": 0,
        "scenes": [{"nodes": [*range(len(nodes))]}],
        "nodes": nodes,
        "meshes": meshes,
        "materials": materials,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": sum(map(len, chunks))}],
    }
    text = json.dumps(model, separators=(",", ":")).encode()
    body = _chunk(_JSON, text + b" " * (-len(text) % 4)) + _chunk(_BINARY, b"".join(chunks))
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def _chunk(kind: int, data: bytes) -> bytes:
    return struct.pack("<II", len(data), kind) + data


def _linear(colour: str) -> list[float]:
    """Return a colour of sRGB as the linear red, green and blue of glTF."""
    parts = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return [round(part, 5) for part in linear.tolist()]
