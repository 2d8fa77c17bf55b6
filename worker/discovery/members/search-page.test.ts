import { expect, test } from "vitest";
import type { Database } from "#db/client.ts";
import { PLACES } from "#db/places.ts";
import { ANYBODY } from "#tests/setup/searched-members.ts";
import { createSearchStore } from "./search.store.ts";
import { SORTS } from "./search.vocabulary.ts";
import { LOOKED_AT, looksOf } from "./search-page.sql.ts";
import { rowsOfALook } from "./search-pairs.sql.ts";
import type { Search } from "./search-query.ts";
import { rowsOfDistance } from "./search-walk.sql.ts";
import { cellsAround } from "./towns.ts";

const NOW = Date.UTC(2026, 0, 15);
const VIEWER = "00000000000000000001";
const own = { gender: "male" as const, age: 30, towns: {} };
const traits = { hair: "red" };
const genders: Search["genders"] = ["male", "female", "both"];

/** How often SQLite compiles each table of WITH: once for each path of names that leads to it. */
function copiesOf(sql: string): Map<string, number> {
  const heads = [...sql.matchAll(/(?:^WITH RECURSIVE |\), ?\s*)(\w+)(?: \([\w, ]+\))? AS (?:NOT )?MATERIALIZED \(/g)];
  const names = heads.map(([, name = ""]) => name);
  const bodies = heads.map(({ index }, i) => sql.slice(index, heads[i + 1]?.index ?? sql.lastIndexOf(") SELECT ")));
  const copies = new Map<string, number>();
  const mentions = (text: string, name: string) => [...text.matchAll(new RegExp(`(?:FROM|JOIN) ${name}\\b`, "g"))].length;
  const last = sql.lastIndexOf(") SELECT (SELECT json_group_array(json_array(h.rank");
  expect(last).toBeGreaterThan(0);
  const end = sql.slice(last);
  for (const [i, name] of [...names.entries()].reverse()) {
    // A recursive table names itself without a copy.
    const later = names.slice(i + 1).map((user, j) => mentions(bodies[i + 1 + j] ?? "", name) * (copies.get(user) ?? 0));
    copies.set(name, mentions(end, name) + later.reduce((sum, count) => sum + count, 0));
  }
  return copies;
}

test.each<[string, Partial<Search>, tables: number]>([
  ["by place", {}, 6],
  ["by an attribute", { traits }, 11],
  ["of everybody everywhere", { traits, genders, country: null, own }, 11],
  ["in order of distance", { traits, within: [1], around: [1], sort: "nearest" }, 11],
  ["by place in order of distance", { around: [1, 2, 3], sort: "nearest" }, 6],
  ["in order of interests", { traits, shared: ["wine"], sort: "common" }, 11],
  ["of whom I have not opened", { traits, unopened: 1, unpassed: 1 }, 11],
  ["along chats", { traits, answered: true }, 2],
])("a search %s compiles each of its parts a few times: its tables multiply by those that name them", (_, filter, tables) => {
  const store = createSearchStore({} as Database);
  const search: Search = { ...ANYBODY, viewerId: VIEWER, ...filter };
  const [first] = store.firstQueries(search, 24, NOW);
  const copies = copiesOf(first?.sql ?? expect.unreachable());
  expect(copies.size).toBe(tables);
  expect(Math.min(...copies.values())).toBeGreaterThan(0);
  expect([...copies].filter(([, count]) => count > 12)).toEqual([]);
});

test("no chunk of a walk has a negative length, which SQLite takes as no limit, and all of them are within the bound", () => {
  const pairs: Partial<Search>[] = [{}, { unopened: 1 }, { unpassed: 1 }, { unopened: 1, unpassed: 1 }];
  const others: Partial<Search>[] = [{}, { traits }, { activeAfter: 1 }, { answered: true }];
  const walks = Object.entries(PLACES).flatMap(([country, { regions }]) => {
    const [{ code: region, towns } = expect.unreachable()] = regions;
    const around = cellsAround({ country, region, city: towns[0]?.name ?? "" }, { country });
    expect(around.length, country).toBeGreaterThan(towns.length);
    return SORTS.flatMap((sort) =>
      pairs.flatMap((pair) => others.map((other): Search => ({ ...ANYBODY, country, sort, around, ...pair, ...other }))),
    );
  });
  for (const search of walks) {
    const said = JSON.stringify({ ...search, around: search.around.length });
    for (const bits of [false, true]) {
      const looks = looksOf(search, 7 * 24, bits);
      const lengths = looks.map((upTo, i) => upTo - (looks[i - 1] ?? 0));
      expect(Math.min(...lengths), said).toBeGreaterThan(0);
      expect((looks.at(-1) ?? 0) * rowsOfALook(search) + rowsOfDistance(search), said).toBeLessThanOrEqual(LOOKED_AT);
    }
  }
});
