# docker build -t danceoff .                      what `pip install .` brings
# docker build -t danceoff-full --target full .   and every other solver whose licence lets it be handed on so
# docker run --rm danceoff solve queens/8 --task count
FROM python:3.13 AS wheels
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY danceoff danceoff
COPY problems problems
COPY solvers solvers
COPY experiments experiments
RUN pip wheel --wheel-dir /slim . \
    && pip wheel --wheel-dir /full '.[cdclkit,choco,clingo,d4,figures,ganak,graphillion,peer-dlx,peer-dlx-cython,peer-dxz,peer-miniexact,peer-pyxcc,pumpkin,pycryptosat,pyscipopt]'

FROM python:3.13-slim AS full
RUN apt-get update && apt-get install --yes --no-install-recommends cadical clasp coinor-cbc cryptominisat minizinc \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=wheels,source=/full,target=/wheels pip install --no-cache-dir --no-index /wheels/*.whl
RUN useradd --create-home player
USER player
WORKDIR /home/player
ENTRYPOINT ["danceoff"]

FROM python:3.13-slim AS slim
RUN --mount=type=bind,from=wheels,source=/slim,target=/wheels pip install --no-cache-dir --no-index /wheels/*.whl
RUN useradd --create-home player
USER player
WORKDIR /home/player
ENTRYPOINT ["danceoff"]
