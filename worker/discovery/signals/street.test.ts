import { expect, test } from "vitest";
import { findsStreet } from "./street.ts";

test.each([
  "Kerkstraat 12, 1017 GC Amsterdam",
  "I live at Kerkstraat 12",
  "Ik woon aan de Prinsengracht 263 in Amsterdam",
  "Besuch mich: Lindenallee 4a.",
  "Goethestr. 7, Köln",
  "Jeg bor på Nørregade 15",
  "Jag bor på Storgatan 3",
  "Storgata 8 i Oslo",
  "Asun osoitteessa Hämeenkatu 21",
  "12 rue de la Paix, Lyon",
  "rue des Lilas 5",
  "Abito in via Garibaldi 31",
  "Calle de Alcalá, 40",
  "ul. Długa 14",
  "221 Baker Street",
  "SW1A 2AA",
])("%s says where somebody lives", (text) => expect(findsStreet(text)).toBe(true));

test.each([
  "Onderweg 3 uur gelezen",
  "Mein Heimweg 20 Minuten, jeden Tag",
  "I investigate 3 cases a week",
  "Ich war weg, 5 Tage lang",
  "We met via friends 5 years ago",
  "Born in 1987, here since 2010",
  "Walking down the street 5 times",
  "Dans la rue, 5 chats",
  "I am 38 and live near High Street",
  "W 2024 roku byłam w Gdańsku",
  "From 1990 TO 2010 I lived abroad",
])("%s does not", (text) => expect(findsStreet(text)).toBe(false));
