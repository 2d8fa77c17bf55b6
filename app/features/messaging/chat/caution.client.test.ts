import { expect, test } from "vitest";
import { textMessage } from "#tests/setup/text-message.ts";
import { seqToWarnOf } from "./caution.client.tsx";

test("the line stands above the newest message of its kind until the other member has written after it", () => {
  const talk = [
    textMessage({ seq: 1, sender: "a" }),
    textMessage({ seq: 2, sender: "b", caution: "contact" }),
    textMessage({ seq: 3, sender: "b", caution: "contact" }),
  ];
  expect([seqToWarnOf(talk, "contact"), seqToWarnOf(talk, "money")]).toEqual([3, null]);
  const answered = [...talk, textMessage({ seq: 4, sender: "a" })];
  expect(seqToWarnOf(answered, "contact")).toBe(null);
  const again = [...answered, textMessage({ seq: 5, sender: "b", caution: "contact" })];
  expect(seqToWarnOf(again, "contact")).toBe(5);
  const asked = [...answered, textMessage({ seq: 5, sender: "b", caution: "money" })];
  expect([seqToWarnOf(asked, "contact"), seqToWarnOf(asked, "money")]).toEqual([null, 5]);
});

test("many messages of the sender make nobody known, and those of the reader do", () => {
  const talk = (sender: string, count: number) => [
    ...Array.from({ length: count }, (_, index) => textMessage({ seq: index + 1, sender })),
    textMessage({ seq: count + 1, sender: "b", caution: "contact" }),
  ];
  expect(seqToWarnOf(talk("b", 40), "contact")).toBe(41);
  expect([seqToWarnOf(talk("a", 14), "contact"), seqToWarnOf(talk("a", 15), "contact")]).toEqual([15, null]);
});
