import { expect, test } from "vitest";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { pageAuthor } from "./author.ts";

const NOBODY = async () => null;
const failing = async () => Promise.reject(new Error("no database"));

test.each([
  ["a visitor", null, NOBODY, true, "-"],
  ["a member", { memberId: "ann" }, async () => "ann", true, "ann"],
  ["a session that ended", { memberId: "ann" }, NOBODY, true, "-"],
  ["an upstream that is late", { memberId: "ann" }, NOBODY, false, "ann"],
  // The page of a visitor deletes what the device keeps of a member.
  ["a failure of the server", { memberId: "ann" }, failing, true, "ann"],
])("a page of %s names its author", async (_, session, memberId, certain, author) => {
  const edge = { session, memberId, side: { isCertain: () => certain } } as unknown as Edge;
  expect(await withEdge(edge, pageAuthor)).toBe(author);
});
