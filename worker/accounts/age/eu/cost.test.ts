import { expect, test } from "vitest";
import { newRequest, proof, verdict } from "#tests/setup/age-proofs.ts";

/** In ms of the processor, whatever else the machine does. */
const MOST = 15;
const RUNS = 50;

test("a verification takes less than 15 ms of the processor", async () => {
  const { secret, transcript } = await newRequest();
  const shown = await proof(transcript);
  for (let n = 0; n < 10; n++) expect(await verdict(shown, secret)).toBe("over");
  const begun = process.cpuUsage();
  for (let n = 0; n < RUNS; n++) await verdict(shown, secret);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1000 / RUNS).toBeLessThan(MOST);
});
