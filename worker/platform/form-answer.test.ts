import { expect, test } from "vitest";
import { decodeAnswer, encodeAnswer, type FormState } from "./form-answer.ts";

const REFUSED: FormState = {
  id: "letter",
  values: { text: "Grüße, 你好" },
  fields: { text: "Too short" },
  message: null,
  code: "invalid",
  page: null,
  done: false,
  request: "r1",
};

test("an answer passes through a header", () => {
  const text = encodeAnswer(REFUSED);
  expect(new Headers({ "form-answer": text ?? "" }).get("form-answer")).toBe(text);
  expect(decodeAnswer(text)).toEqual(REFUSED);
});

test("a long answer is not carried", () => {
  expect(encodeAnswer({ ...REFUSED, values: { text: "x".repeat(6_000) } })).toBeNull();
});

test.each([null, "", "%", "null", "%7B%7D", encodeURIComponent(JSON.stringify({ ...REFUSED, code: "made_up" }))])(
  "%j is no answer",
  (text) => expect(decodeAnswer(text)).toBeNull(),
);
