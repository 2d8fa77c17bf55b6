import type { CannedAnswer } from "#worker/backoffice/hands/canned.vocabulary.ts";

/** Canned answers of the demo, in the languages of its larger sites. */
export const DEMO_ANSWERS: Omit<CannedAnswer, "id">[] = [
  {
    place: "complaint",
    title: "Received, being looked at",
    texts: {
      en: "Thank you for writing to {{site}}. A person looks at your complaint {{reference}} and answers you within fourteen days.",
      de: "Danke, dass du {{site}} geschrieben hast. Ein Mensch sieht sich deine Beschwerde {{reference}} an und antwortet dir innerhalb von vierzehn Tagen.",
      nl: "Bedankt voor je bericht aan {{site}}. Iemand van ons bekijkt je klacht {{reference}} en antwoordt je binnen veertien dagen.",
    },
  },
  {
    place: "complaint",
    title: "The content is gone",
    texts: {
      en: "You were right: what you told us about in {{reference}} broke our rules, and it is no longer shown on {{site}}.",
      de: "Du hattest recht: Was du uns unter {{reference}} gemeldet hast, verstieß gegen unsere Regeln und ist auf {{site}} nicht mehr zu sehen.",
      nl: "Je had gelijk: wat je ons in {{reference}} meldde, was tegen onze regels en is op {{site}} niet meer te zien.",
    },
  },
  {
    place: "report",
    title: "The same text to many",
    texts: {
      en: "You sent the same text to many members of {{site}} within a short time.",
      de: "Du hast in kurzer Zeit denselben Text an viele Mitglieder von {{site}} geschickt.",
      nl: "Je hebt in korte tijd dezelfde tekst aan veel leden van {{site}} gestuurd.",
    },
  },
  {
    place: "letter",
    title: "Found nothing wrong",
    texts: {
      en: "Hello {{name}}, we have looked at your account on {{site}} and found nothing wrong with it. You can go on as before.",
      de: "Hallo {{name}}, wir haben uns dein Konto bei {{site}} angesehen und nichts Auffälliges gefunden. Du kannst weitermachen wie bisher.",
      nl: "Hallo {{name}}, we hebben naar je account bij {{site}} gekeken en niets vreemds gevonden. Je kunt gewoon verder.",
    },
  },
];
