import { expect, test } from "vitest";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { domainOf } from "./host.ts";

/** A D1 that knows the hosts of `claimed`, and counts how often it is asked. */
function reader(claimed: Set<string>) {
  const reads: string[] = [];
  return {
    reads,
    read: async (host: string) => {
      reads.push(host);
      return claimed.has(host) ? ({ id: host } as Domain) : null;
    },
  };
}

test("a host that gets its domain is served within two seconds", async () => {
  const claimed = new Set<string>();
  const { read, reads } = reader(claimed);
  expect(await domainOf("new.example", 0, read)).toBeNull();
  claimed.add("new.example");
  // Trying unknown hosts does not cost a read for every request.
  expect(await domainOf("new.example", 1_999, read)).toBeNull();
  expect(reads).toEqual(["new.example"]);
  expect(await domainOf("new.example", 2_000, read)).toMatchObject({ id: "new.example" });
});

test("a known host is read every 30 seconds", async () => {
  const { read, reads } = reader(new Set(["known.example"]));
  for (const now of [0, 2_000, 29_999]) expect(await domainOf("known.example", now, read)).toMatchObject({ id: "known.example" });
  expect(reads).toEqual(["known.example"]);
  await domainOf("known.example", 30_000, read);
  expect(reads.length).toBe(2);
});
