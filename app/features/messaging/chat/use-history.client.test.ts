import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { textMessage } from "#tests/setup/text-message.ts";
import type { Thread } from "./thread.client.ts";
import { useHistory } from "./use-history.client.ts";

type History = ReturnType<typeof useHistory>;

function Reader({ thread, drawn, use }: { thread: Thread; drawn: Promise<void>; use(history: History): void }) {
  const ignore = () => {};
  use(useHistory("c", { current: thread }, ignore, () => drawn));
  return null;
}

test("a place that is drawn only after a later wish is not gone to", async () => {
  const drawn = Promise.withResolvers<void>();
  const past = { messages: [textMessage({ seq: 1 })], older: false };
  const thread = { messages: [textMessage({ seq: 100 })], past, pending: [], older: true, partnerReadSeq: 0, readSeq: 0 };
  const made: History[] = [];
  const use = (history: History) => void made.push(history);
  renderToString(createElement(Reader, { thread, drawn: drawn.promise, use }));
  const reached = Promise.all([100, 100].map((seq) => made[0]?.reach(seq)));
  drawn.resolve();
  expect(await reached).toEqual([false, true]);
});
