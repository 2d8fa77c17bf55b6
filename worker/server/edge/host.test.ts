import { expect, test } from "vitest";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { domainOf } from "./host.ts";

/** A D1 that knows the hosts of `claimed`, and counts how often it is asked. */
function reader(claimed: Set<string>) {
  const asked: string[] = [];
  return {
    asked,
    read: async (host: string) => {
      asked.push(host);
      return claimed.has(host) ? ({ id: host } as Domain) : null;
    },
  };
}

test("a host that gets its domain is served within two seconds", async () => {
  const claimed = new Set<string>();
  const { read, asked } = reader(claimed);
  expect(await domainOf("new.example", 0, read)).toBeNull();
  claimed.add("new.example");
  // Trying unknown hosts does not cost a read for every request.
  expect(await domainOf("new.example", 1_999, read)).toBeNull();
  expect(asked).toEqual(["new.example"]);
  expect(await domainOf("new.example", 2_000, read)).toMatchObject({ id: "new.example" });
});

test("a known host is read every 30 seconds", async () => {
  const { read, asked } = reader(new Set(["known.example"]));
  for (const now of [0, 2_000, 29_999]) expect(await domainOf("known.example", now, read)).toMatchObject({ id: "known.example" });
  expect(asked).toEqual(["known.example"]);
  await domainOf("known.example", 30_000, read);
  expect(asked.length).toBe(2);
});
