import { expect, test } from "vitest";
import { CLOSED, isClosed } from "#worker/people/identity/age-reach.vocabulary.ts";
import type { AgeTime } from "#worker/sites/domains/age.vocabulary.ts";
import type { call } from "./client.ts";
import { readCounts } from "./counted.ts";

const GATES = (Object.keys(CLOSED) as AgeTime[])
  .filter((when) => when !== "off")
  .flatMap((when) => [null, "2027-01-01"].map((from) => ({ when, from })));

test.each([null, ...GATES])("a poll asks only what a member with the gate %o may see", async (gate) => {
  const asked: string[] = [];
  const ask = async (name: string) => {
    asked.push(name);
    return name === "user" ? { age_proof: gate } : { chats: [] };
  };
  const { chats } = await readCounts(ask as unknown as typeof call);
  const closed = isClosed(gate, "members");
  expect([asked, chats === null]).toEqual([closed ? ["user"] : ["user", "chats", "likes"], closed]);
});
