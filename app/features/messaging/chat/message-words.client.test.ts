import { expect, test } from "vitest";
import { translator } from "#locales/index.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { chatTexts } from "./chat-texts.ts";
import { spokenOf } from "./message-words.client.ts";

const t = await translator("en");
const page = { domain: { features: { payments: true } }, t } as unknown as Edge;
const texts = withEdge(page, () => chatTexts("Ben", 1000));

test("a screen reader hears what a gift or a photo is, and the words with it", () => {
  const rose = { id: "rose", names: null };
  expect(spokenOf({ type: "text", gift: null, text: "Hello" }, texts)).toBe("Hello");
  expect(spokenOf({ type: "gift", gift: rose, text: "" }, texts)).toBe("Rose");
  expect(spokenOf({ type: "gift", gift: rose, text: "For you" }, texts)).toBe("Rose: For you");
  expect(spokenOf({ type: "gift", gift: null, text: "" }, texts)).toBe("Gift");
  expect(spokenOf({ type: "photo", gift: null, text: "" }, texts)).toBe("Photo");
  expect(spokenOf({ type: "photo", gift: null, text: "The lake" }, texts)).toBe("Photo: The lake");
});
