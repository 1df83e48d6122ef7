"""Programs that tests write, compile and run: in C, in Python and for the shell."""

import subprocess

from danceoff.problems.catalog import instance
from danceoff.solvers import load

TINY = "tromino/2x3"
"""Two covers: (0, 7) and (2, 4)."""
C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Reads .ec and prints each cover as option numbers counted from 1; with -DKNUTH reads and prints as dlx2 does. */
enum { FREE = 0, ALONE = 1 }; /* the use of an item; any other is a colour */
static int n_items, n, m, item[4096][64], colour[4096][64], size[4096], used[4096], chosen[4096], n_found;
static char name[4096][16];
static int number(const char *word) {
    for (int i = 1; i <= n_items; i++) if (!strcmp(name[i], word)) return i;
    strcpy(name[++n_items], word);
    return n_items;
}
static void show(int depth) {
#ifdef KNUTH
    printf("%d:\n", ++n_found);
    for (int k = 0; k < depth; k++) {
        for (int j = 0; j < size[chosen[k]]; j++) {
            printf(" %s", name[item[chosen[k]][j]]);
            if (colour[chosen[k]][j] != ALONE) printf(":%c", colour[chosen[k]][j]);
        }
        printf(" (%d of %d)\n", 1, m);
    }
#else
    for (int k = LIE; k < depth; k++) printf("%d ", chosen[k]);
    printf("\n");
#endif
    fflush(stdout);
}
static void search(int depth) {
    int i = 1;
    while (i <= n && used[i]) i++;
    if (i > n) { show(depth); return; }
    for (int k = 1; k <= m; k++) {
        int has = 0, clash = 0, before[64];
        for (int j = 0; j < size[k]; j++) {
            before[j] = used[item[k][j]];
            has |= item[k][j] == i;
            clash |= before[j] != FREE && (before[j] == ALONE || before[j] != colour[k][j]);
        }
        if (!has || clash) continue;
        for (int j = 0; j < size[k]; j++) used[item[k][j]] = colour[k][j];
        chosen[depth] = k;
        search(depth + 1);
        for (int j = 0; j < size[k]; j++) used[item[k][j]] = before[j];
    }
}
int main(void) {
    char line[4096];
#ifdef KNUTH
    while (fgets(line, sizeof line, stdin) && line[0] == '|');
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        if (strcmp(word, "|")) number(word); else n = n_items;
    }
    if (!n) n = n_items;
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \n");
        if (!word || word[0] == '|') continue;
        for (m++; word; word = strtok(NULL, " \n")) {
            char *colon = strchr(word, ':');
            if (colon) *colon = 0;
            colour[m][size[m]] = colon ? colon[1] : ALONE;
            item[m][size[m]++] = number(word);
        }
    }
#else
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'p') n = atoi(line + 5);
        if (line[0] != 's') continue;
        m++;
        for (char *word = strtok(line + 1, " \n"); word; word = strtok(NULL, " \n")) {
            colour[m][size[m]] = ALONE;
            item[m][size[m]++] = atoi(word);
        }
    }
#endif
    search(0);
    return 0;
}
"""
SUBSETS = """#!/usr/bin/python3 -S
import csv, itertools
names, *rows = csv.reader(open(0))
for n in range(len(rows) + 1):
    for cover in itertools.combinations(range(len(rows)), n):
        totals = [sum(int(rows[k][i]) for k in cover) for i in range(len(names))]
        if all(total == 1 or total == 0 and name.startswith("|") for total, name in zip(totals, names)):
            print("cover", *(f"<{k + 10}>" for k in cover))
"""


def compiled(folder, name, define):
    """Compile the program of C with a definition, and return its path."""
    (folder / "own.c").write_text(C)
    subprocess.run(["gcc", define, "-o", folder / name, folder / "own.c"], check=True)
    return folder / name


def spec_of(folder, script, name="own", by_file=True, **keys):
    """A program that is a script, and its entry; how to load it."""
    (folder / name).write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    words = [str(folder / name), *(["{file}"] if by_file else [])]
    table = "".join(f"{key} = {value!r}\n" for key, value in {"command": words, **keys}.items())
    (folder / f"{name}.toml").write_text(f"[programs.{name}]\n{table}")
    return f"{folder / name}.toml:{name}"


def written(folder, script, **keys):
    """The search of tromino/2x3 by a script."""
    return load(spec_of(folder, script, **keys)).prepare(instance(TINY).problem)


def covers(spec, problem):
    found = list(load(spec).prepare(problem).covers())
    assert len(found) == len(set(found))
    return set(map(frozenset, found))
