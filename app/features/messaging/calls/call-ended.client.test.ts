import { expect, test } from "vitest";
import { endedText } from "./call-ended.client.ts";
import { spokenLength } from "./call-length.client.ts";

const NAMES = ["talked", "missed", "missedMine", "cancelled", "declined", "declinedMine", "failed", "credits", "gone"] as const;
const texts = {
  ...(Object.fromEntries(NAMES.map((name) => [name, name])) as Record<(typeof NAMES)[number], string>),
  talked: "talked {{length}}",
};

test("each end has its words for each of the two; only the caller reads that credits ended", () => {
  const said = (ending: Parameters<typeof endedText>[0]["ending"], seconds: number) =>
    (["caller", "callee"] as const).map((role) =>
      endedText({ ending, role, seconds, answered_at: seconds > 0 ? "2026-11-30T12:00:00.000Z" : null }, texts, "en"),
    );
  expect(said("missed", 0)).toEqual(["missed", "missedMine"]);
  expect(said("declined", 0)).toEqual(["declined", "declinedMine"]);
  expect(said("cancelled", 0)).toEqual(["cancelled", "missedMine"]);
  expect(said("failed", 0)).toEqual(["failed", "failed"]);
  expect(said("credits", 61)).toEqual(["credits", "talked 1 minute, 1 second"]);
  expect(said("gone", 5)).toEqual(["gone", "gone"]);
  expect(said("hung_up", 5)).toEqual(["talked 5 seconds", "talked 5 seconds"]);
});

test("a length is said in the reader's language", () => {
  expect([spokenLength(0, "en"), spokenLength(180, "de"), spokenLength(3, "sv")]).toEqual([
    "0 seconds",
    "3 Minuten",
    "3 sekunder",
  ]);
});
