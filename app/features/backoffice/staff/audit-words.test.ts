import { expect, test } from "vitest";
import { STAFF_OBJECTS, WORK_KINDS } from "#db/schema/attributes.ts";
import { STAFF_CALLS } from "#worker/server/staff/calls.ts";
import { actionWords, objectWords } from "./audit-words.ts";
import { WORDS } from "./words.ts";

test.each([
  ["end sessions", "Logged a member out everywhere"],
  ["mute_7 report", "Muted the member for 7 days (report)"],
  ["undo photo", "Undid the decision (photo)"],
  ["propose refund, unused", "Proposed a refund: the unused part"],
  ["an action of later", "an action of later"],
])("the audit log says %s as a sentence", (action, sentence) => {
  expect(actionWords(action)).toBe(sentence);
});

test("each decision of a report, a complaint and a member has a sentence", () => {
  const codes = [WORDS.report.decisions, WORDS.complaint.decisions, WORDS.member.decide.kinds].flatMap((one) => Object.keys(one));
  expect(codes.length).toBeGreaterThan(15);
  for (const code of codes) expect(actionWords(`${code} report`)).toMatch(/^[A-Z][a-z0-9 ]+ \(report\)$/);
});

test("each kind of object and of work has a name without underscores", () => {
  for (const kind of STAFF_OBJECTS) expect(objectWords(kind, "x1")).not.toContain("_");
  for (const kind of WORK_KINDS) expect(actionWords(`undo ${kind}`)).toMatch(/^Undid the decision \(/);
  expect(objectWords("none", null)).toBe("");
});

test("each kind of read has a sentence", () => {
  const reads = Object.values(STAFF_CALLS).flatMap(({ leaves }) => ("read" in leaves ? [leaves.read] : []));
  expect(reads.length).toBeGreaterThan(20);
  for (const read of [...reads, "reach read limit"])
    expect([read, actionWords(read)]).toEqual([read, expect.stringMatching(/^[A-Z]/)]);
});
