import { expect, test } from "vitest";
import { usualAnswerTime } from "#worker/messaging/chat/answer-times.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { FRIENDS } from "./seed-friends.ts";

const now = Date.UTC(2026, 10, 29, 12);

test("Ben answers within a day by the product's own rule, counted a day before the seed, and owes no friend an answer", () => {
  const exchanges = FRIENDS.map(({ story: { lines } }) => ({
    messages: lines.map(({ by, ago }) => ({ own: by === "you", at: now - ago * HOUR })),
    whole: true,
    waits: lines.at(-1)?.by === "them",
  }));
  expect(exchanges.flatMap(({ messages }) => messages).every(({ at }) => at < now - DAY && at > now - 30 * DAY)).toBe(true);
  expect(exchanges.some(({ waits }) => waits)).toBe(false);
  expect(usualAnswerTime(exchanges, now - DAY)).toBeLessThan(DAY);
});
