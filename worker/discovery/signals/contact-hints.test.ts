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
  "maja małpa poczta kropka pl",
  "my snap is the same",
  "snap: maja91",
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
  "Ik snap je humor meteen",
  "No snap decisions, please",
  "Mój syn to mała małpa, dwa koty to reszta",
  "Jeg har to katte, en hund og et hus ved vandet",
  "Wir waren zu zweit, dann zu dritt, jetzt bin ich allein",
  "Tengo dos hijos, un perro y cero paciencia con las colas",
  "Minulla on kaksi koiraa ja yksi kissa, joka nukkuu aina",
  "J'ai un chat, deux chiens et trois plantes qui survivent",
  "Ho due gatti e un balcone con tre piante",
  "Eg har ett barn, to katter og et hus",
  "Jag har två barn, en hund och fem cyklar",
];

test.each(HINTS)("%s is a hint at contact details", (text) => expect(hintsAtContact(text)).toBe(true));
test.each(PLAIN)("%s is none", (text) => expect(hintsAtContact(text)).toBe(false));
