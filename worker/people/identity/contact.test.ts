import { expect, test } from "vitest";
import { findsContact } from "./contact.ts";

test.each([
  "Write to anna@example.com",
  "anna.b [at] example (dot) org",
  "ａｎｎａ＠example.com",
  "see https://example.com/me",
  "find me on www.anna.de",
  "anna-and-ben.com is mine",
  "t.me/annab",
  "call 0612345678",
  "call 06 - 12 34 56 78",
  "+31 (0)6 12345678",
  "0171/123 45 67 89",
  "(020) 123 45 67",
  "555-123-4567",
  "12 34 56 78",
  "WhatsApp: annab",
  "my insta is @anna_b",
  "Telegram = annab",
  "@annab",
  "06\u200B1234\u200B5678",
  "call 06\u206012\u180E34\u034F5678",
  "06\u00AD12345678",
  "i\u200Bnsta: jan",
  "anna\u200B@\u2060example.com",
])("holds a contact: %s", (text) => expect(findsContact(text)).toBe(true));

test.each([
  "I am 1.75 m tall and was born in 1990.",
  "Two kids of 12 and 14, one dog.",
  "I moved here on 01.05.2024, from a town of 250 000 people.",
  "Between 20-30 or 30-40, who cares",
  "Coffee at 9.30, wine at 21:00.",
  "So nice.it was a pleasure.me too",
  "Ich mag Kino.de Rest ist egal",
  "I snap pictures and love a signal: a smile.",
  "No e-mail @ all!",
  "Ratio 3/4, 50/50, 24/7.",
  "",
])("holds none: %s", (text) => expect(findsContact(text)).toBe(false));
