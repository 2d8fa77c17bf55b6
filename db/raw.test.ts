import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { built, unchanged } from "./raw.ts";
import { sql } from "./sql.ts";

test("a row is unchanged only if each column is the same, null and type included, except those left out", async () => {
  const ask = async (now: Record<string, unknown> | null) => {
    const query = built(
      now
        ? sql`SELECT ${now.name} AS name, ${now.age} AS age, ${now.city} AS city, ${now.seen} AS seen`
        : sql`SELECT 'Ann' AS name, 7 AS age, NULL AS city, 1 AS seen WHERE 0`,
    );
    const { sql: condition, params } = isSame(query);
    return (await env.DB.prepare(`SELECT ${condition} AS holds`)
      .bind(...params)
      .first<number>("holds")) as number;
  };
  const row = { name: 'Änn "é" \\ 😀', age: 7, city: null, seen: 1 };
  const isSame = unchanged(row, new Set(["seen"]));
  expect(await ask(row)).toBe(1);
  expect(await ask({ ...row, seen: 2 })).toBe(1);
  expect(await ask(null)).toBe(0);
  for (const change of [{ name: "Ann" }, { name: null }, { age: 8 }, { age: "7" }, { age: null }, { city: "" }, { city: 0 }])
    expect(await ask({ ...row, ...change })).toBe(0);
});
