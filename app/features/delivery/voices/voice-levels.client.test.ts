import { expect, test } from "vitest";
import { levelsOf, loudnessOf, shareOf } from "./voice-levels.client.ts";

test("a recording of any length is drawn by as many digits as the server takes", () => {
  for (const length of [0, 1, 7, 48, 49, 600]) expect(levelsOf(Array(length).fill(1), 48)).toMatch(/^[0-9a-v]{48}$/);
  expect([levelsOf([0, 0.5, 1], 3), levelsOf([0, 0.5, 1, 0], 2)]).toEqual(["0gv", "gv"]);
});

test("silence is 0 and a loud voice 1", () => {
  expect([loudnessOf(new Float32Array(8)), loudnessOf(new Float32Array(8).fill(0.9))]).toEqual([0, 1]);
  expect(loudnessOf(new Float32Array(8).fill(0.03))).toBeGreaterThan(0.3);
  expect([shareOf("0"), shareOf("v"), shareOf("?")]).toEqual([0, 1, 0]);
});
