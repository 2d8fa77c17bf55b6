import { expect, test } from "vitest";
import { LANGUAGES } from "#locales/languages.ts";
import TEXTS from "#tests/setup/labelled-texts.json" with { type: "json" };
import { asksForMoney } from "#worker/discovery/signals/detect.ts";
import { answerProblem, asksForMeeting } from "./answer-text.ts";
import { MEETING_WORDS } from "./meeting-words.ts";

const filled = (text: string) => text.replace("{n}", "200").replace("{p}", "+31 6 12345678").replace("{h}", "maja_91");

/** By language: what proposes a meeting or a call, and what does not. */
const MEETINGS: Record<keyof typeof MEETING_WORDS, { meet: string[]; plain: string[] }> = {
  en: {
    meet: [
      "Let's meet on Friday.",
      "Shall we meet by the river?",
      "Come over tonight.",
      "Call me after work.",
      "A video call would be nice.",
    ],
    plain: [
      "What did you do today?",
      "My sister met her husband at work.",
      "They call this soup ribollita.",
      "I will sleep early.",
    ],
  },
  de: {
    meet: [
      "Treffen wir uns am Freitag?",
      "Wollen wir uns morgen treffen?",
      "Komm zu mir.",
      "Ruf mich an!",
      "Ich möchte dich gern treffen.",
    ],
    plain: ["Was hast du heute gemacht?", "Das trifft es gut.", "Ich komme aus dem Norden.", "Meine Schwester ruft oft an."],
  },
  nl: {
    meet: ["Zullen we vrijdag afspreken?", "Kom bij mij langs.", "Bel me vanavond.", "Ik wil je graag ontmoeten."],
    plain: ["Wat heb je vandaag gedaan?", "Ik kom uit het noorden.", "De bel ging twee keer.", "Ik houd van regen."],
  },
  fr: {
    meet: ["On se voit vendredi ?", "J'aimerais te rencontrer.", "Viens chez moi.", "Appelle-moi ce soir."],
    plain: ["Qu'as-tu fait aujourd'hui ?", "Je viens du nord.", "On voit la mer d'ici.", "Cette soupe s'appelle garbure."],
  },
  es: {
    meet: ["¿Quedamos el viernes?", "Quiero conocerte.", "Ven a mi casa.", "Llámame esta noche."],
    plain: ["¿Qué has hecho hoy?", "Vengo del norte.", "Se llama gazpacho.", "Me gusta quedarme en casa."],
  },
  it: {
    meet: ["Vediamoci venerdì.", "Vorrei incontrarti.", "Vieni da me.", "Chiamami stasera."],
    plain: ["Che cosa hai fatto oggi?", "Vengo dal nord.", "Si chiama ribollita.", "Ho incontrato un gatto."],
  },
  pl: {
    meet: ["Spotkajmy się w piątek.", "Chcę się z tobą spotkać.", "Przyjdź do mnie.", "Zadzwoń wieczorem."],
    plain: ["Co dzisiaj robisz?", "Jestem z północy.", "Ta zupa nazywa się żurek.", "Lubię deszcz."],
  },
  sv: {
    meet: ["Ska vi träffas på fredag?", "Jag vill träffa dig.", "Kom hem till mig.", "Ring mig i kväll."],
    plain: ["Vad har du gjort i dag?", "Jag kommer från norr.", "Det ringde i klockan.", "Jag gillar regn."],
  },
  da: {
    meet: ["Skal vi mødes på fredag?", "Jeg vil gerne møde dig.", "Kom hjem til mig.", "Ring til mig i aften."],
    plain: ["Hvad har du lavet i dag?", "Jeg kommer nordfra.", "Klokken ringede.", "Jeg kan lide regn."],
  },
  nb: {
    meet: ["Skal vi møtes på fredag?", "Jeg vil gjerne treffe deg.", "Kom hjem til meg.", "Ring meg i kveld."],
    plain: ["Hva har du gjort i dag?", "Jeg kommer nordfra.", "Klokka ringte.", "Jeg liker regn."],
  },
  fi: {
    meet: ["Tavataan perjantaina.", "Haluaisin tavata sinut.", "Tule luokseni.", "Soita minulle illalla."],
    plain: ["Mitä teit tänään?", "Tulen pohjoisesta.", "Kello soi kahdesti.", "Pidän sateesta."],
  },
};

test("each language has words for a meeting, and a list of its own", () => {
  expect(Object.keys(MEETINGS).sort()).toEqual([...LANGUAGES].sort());
  expect(Object.keys(MEETING_WORDS).sort()).toEqual([...LANGUAGES].sort());
});

test.each(Object.entries(MEETINGS))(
  "an answer in %s that proposes a meeting or a call is refused, and no other",
  (_, { meet, plain }) => {
    expect(meet.filter((text) => answerProblem(text) !== "asks_for_meeting")).toEqual([]);
    expect(plain.filter((text) => answerProblem(text) !== null)).toEqual([]);
  },
);

test("an answer that asks for money or gives contact details is refused as far as the detectors know the words", () => {
  let [money, contacts, all] = [0, 0, 0];
  for (const { money: asks, contact, plain } of Object.values(TEXTS)) {
    all += asks.length;
    const found = asks.map(filled).filter(asksForMoney);
    expect(found.filter((text) => answerProblem(text) !== "asks_for_money")).toEqual([]);
    money += found.length;
    contacts += contact.filter((text) => answerProblem(filled(text)) !== null).length / contact.length;
    expect(plain.length).toBeGreaterThan(10);
  }
  expect(money / all).toBeGreaterThan(0.7);
  expect(contacts / LANGUAGES.length).toBeGreaterThanOrEqual(0.75);
});

test("plain sentences of eleven languages pass but for those that speak of meeting", () => {
  const plain = Object.values(TEXTS).flatMap((one) => one.plain.map(filled));
  const refused = plain.filter((text) => answerProblem(text) !== null && !asksForMeeting(text));
  expect(refused.length / plain.length, refused.join("\n")).toBeLessThan(0.05);
});
