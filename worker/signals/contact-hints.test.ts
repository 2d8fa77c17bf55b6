import { expect, test } from "vitest";
import { hintsAtContact } from "./contact-hints.ts";

const HINTS = [
  "Look for me on Telegram",
  "my insta is the same name",
  "maja dot 91 at g mail",
  "maja chiocciola posta punto com",
  "maja punkt de",
  "zero six one two three four five six",
  "null sechs eins zwei drei vier fünf sechs",
  "nul zes een twee drie vier vijf zes",
  "zéro six un deux trois quatre cinq six",
  "cero seis uno dos tres cuatro cinco seis",
  "nolla neljä yksi kaksi kolme neljä viisi kuusi",
  "noll sju ett två tre fyra fem sex",
  "zero sześć jeden dwa trzy cztery pięć sześć",
  "0*6*1*2*3*4*5",
  "①②③④⑤⑥⑦",
  "0️⃣6️⃣1️⃣2️⃣3️⃣4️⃣5️⃣",
];

const PLAIN = [
  "Two dogs, one cat, three children and four bikes",
  "De ce point de vue, rien ne presse",
  "A questo punto no, grazie",
  "Born in 1987, 1 m 78, here since 2010",
  "Ich bin 1, 2, 3, viele Male gefragt worden",
  "I work at the net factory. Come and see",
  "En to tre, og så danser vi",
  "Um 5 oder 6 Uhr bin ich wach",
];

test.each(HINTS)("%s is a hint at contact details", (text) => expect(hintsAtContact(text)).toBe(true));
test.each(PLAIN)("%s is none", (text) => expect(hintsAtContact(text)).toBe(false));
