import type { Interest, REASONS } from "../../schema/attributes.ts";
import type { Random } from "../random.ts";
import { PHRASES, type Tongue } from "./phrases.ts";

type Reason = (typeof REASONS)[number];
interface Kit {
  /** Where and how somebody lives: {town}. */
  openers: readonly string[];
  /** Two interests, {a} and {b}. */
  pairs: readonly string[];
  /** One interest, {a}. */
  singles: readonly string[];
  quirks: readonly string[];
  wishes: Record<Reason, readonly string[]>;
}

const KITS: Record<Tongue, Kit> = {
  en: {
    openers: [
      "Born elsewhere, at home in {town}.", "{town} is small enough to meet twice by accident, so let's skip ahead.",
      "I moved to {town} for work and stayed for the people.", "Happily rooted in {town}, often away at weekends.",
      "Friends call me the calm one.", "I laugh easily and I mean it.", "If you know {town}, you know my favourite corner by the water.",
      "Curious by nature, patient by practice.", "Part-time optimist, full-time {town} resident.", "I say what I think, gently.",
      "Warm, a bit stubborn, never late.", "My neighbours in {town} know me by my singing. Sorry, neighbours.",
      "Somewhere between bookworm and last one on the dance floor.", "New in {town} and looking for good company.",
      "Good listener, terrible whisperer.", "I like people who ask a second question.", "Ask me for the best breakfast in {town}.",
    ],
    pairs: [
      "A good week has {a} and {b} in it.", "I could talk about {a} for hours, and about {b} for longer.", "My weekends belong to {a} and {b}.",
      "You win me over with {a}; {b} seals it.", "Lately it is all {a} and {b}.", "Happiest with {a}, a close second is {b}.",
      "Give me {a} or {b} and I'm in.", "I never say no to {a}, and rarely to {b}.", "Two things I take seriously: {a} and {b}.",
      "I bring {a}, you bring {b}?", "On Sundays you'll find me busy with {a} or dreaming of {b}.", "It starts with {a} and somehow ends with {b}.",
    ],
    singles: [
      "I have a weak spot for {a}.", "Talk to me about {a}.", "My phone is full of pictures of {a}.", "Nothing beats {a} after a long day.",
      "I'm learning to enjoy {a} without planning it.", "Still looking for somebody to share {a} with.", "I owe my best stories to {a}.",
    ],
    quirks: [
      "I cry at adverts and win at board games.", "I make a very decent pancake.", "I collect postcards I never send.",
      "My plants have names; one of them is yours to choose.", "I still write shopping lists by hand.", "Two cups before conversation, please.",
      "I hum when I'm happy, so you'll know.", "I can parallel park and I'm not modest about it.", "I read the last page first. Judge me.",
      "Dogs like me, cats are thinking about it.", "I will always share dessert, under protest.", "I know every word of at least one terrible song.",
    ],
    wishes: {
      chat: ["Let's start with a good conversation and see.", "Tell me about the best part of your day.", "I answer long messages with longer ones."],
      flirt: ["A little flirting never hurt anybody.", "Make me smile and I'll return the favour.", "Bonus points for wit and a nice smile."],
      casual: ["Looking for something light, honest and kind.", "No grand plans, just good evenings.", "Easy company, clear words, no games."],
      relationship: ["I'm here for something that lasts.", "I hope to meet somebody to build ordinary days with.", "Looking for one person, not for a queue."],
      friends: ["New friends are just as welcome.", "Company for concerts and walks would be lovely.", "Let's be friends first and see where it goes."],
      swap: ["We are open, relaxed and respectful, and expect the same.", "Curious about like-minded people, no hurry at all.", "First a drink together, everything else later."],
    },
  },
  nl: {
    openers: [
      "Geboren elders, thuis in {town}.", "{town} is klein genoeg om elkaar toch tegen te komen, dus laten we dat stukje overslaan.",
      "Voor werk naar {town} gekomen, voor de mensen gebleven.", "Ik woon met plezier in {town} en ben in het weekend vaak op pad.",
      "Vrienden noemen mij de rustige van het stel.", "Ik lach snel en ik meen het.", "Ken je {town}? Dan ken je mijn favoriete plek aan het water vast ook.",
      "Nieuwsgierig van aard, geduldig geworden.", "Ik zeg wat ik denk, maar wel vriendelijk.", "Warm, een tikje eigenwijs, nooit te laat.",
      "Mijn buren in {town} kennen me van het zingen. Sorry, buren.", "Ergens tussen boekenwurm en laatste op de dansvloer.",
      "Nieuw in {town} en op zoek naar goed gezelschap.", "Ik luister graag en vraag altijd door.", "Vraag me waar je in {town} het best ontbijt.",
      "Nuchter, vrolijk en een beetje chaotisch.", "Optimist, ook als het regent.",
    ],
    pairs: [
      "In een goede week zitten {a} en {b}.", "Over {a} kan ik uren praten, over {b} nog langer.", "Mijn weekend is voor {a} en {b}.",
      "Met {a} heb je mijn aandacht, met {b} blijf ik zitten.", "De laatste tijd draait alles om {a} en {b}.", "Blij word ik van {a}, en bijna net zo blij van {b}.",
      "Voor {a} of {b} mag je me wakker maken.", "Ik zeg nooit nee tegen {a} en zelden tegen {b}.", "Twee dingen neem ik serieus: {a} en {b}.",
      "Ik zorg voor {a}, jij voor {b}?", "Het begint met {a} en eindigt meestal met {b}.", "Op zondag: {a}. Op maandag dromen van {b}.",
    ],
    singles: [
      "Ik heb een zwak voor {a}.", "Begin gerust over {a}.", "Mijn telefoon staat vol foto's van {a}.", "Na een lange dag gaat er niets boven {a}.",
      "Ik zoek nog iemand om {a} mee te delen.", "Mijn beste verhalen dank ik aan {a}.", "Thuis gaat het vaak over {a}.",
    ],
    quirks: [
      "Ik huil bij reclames en win met bordspellen.", "Mijn pannenkoeken zijn erg goed, al zeg ik het zelf.", "Ik verzamel kaarten die ik nooit verstuur.",
      "Mijn planten hebben namen; de volgende mag jij kiezen.", "Ik schrijf mijn boodschappenlijstjes nog met de hand.", "Eerst twee koppen koffie, dan praten.",
      "Als ik neurie ben ik gelukkig.", "Ik kan fileparkeren en daar ben ik niet bescheiden over.", "Ik lees de laatste bladzijde eerst.",
      "Honden vinden me leuk, katten denken erover na.", "Mijn toetje deel ik, onder protest.", "Van minstens één slecht liedje ken ik alle woorden.",
    ],
    wishes: {
      chat: ["Laten we beginnen met een goed gesprek.", "Vertel me het leukste van je dag.", "Op lange berichten antwoord ik met langere."],
      flirt: ["Een beetje flirten kan geen kwaad.", "Maak me aan het lachen, dan doe ik dat ook bij jou.", "Humor en een leuke glimlach zijn al heel wat."],
      casual: ["Ik zoek iets lichts, eerlijks en liefs.", "Geen grote plannen, wel fijne avonden.", "Ongedwongen, duidelijk en zonder spelletjes."],
      relationship: ["Ik ben hier voor iets dat blijft.", "Ik hoop iemand te vinden voor de gewone dagen.", "Eén iemand is genoeg, als het de goede is."],
      friends: ["Nieuwe vrienden zijn net zo welkom.", "Gezelschap voor concerten en wandelingen lijkt me heerlijk.", "Eerst vrienden, dan zien we wel."],
      swap: ["Wij zijn open, ontspannen en respectvol, en zoeken hetzelfde.", "Nieuwsgierig naar gelijkgestemden, zonder haast.", "Eerst samen iets drinken, de rest komt later."],
    },
  },
  de: {
    openers: [
      "Woanders geboren, in {town} zu Hause.", "{town} ist klein genug, um sich zufällig zu treffen. Kürzen wir das ab.",
      "Für die Arbeit nach {town} gezogen, wegen der Menschen geblieben.", "Ich lebe gern in {town} und bin am Wochenende oft unterwegs.",
      "Freunde sagen, ich sei die Ruhe selbst.", "Ich lache schnell und meine es auch so.", "Wenn du {town} kennst, kennst du bestimmt meinen Lieblingsplatz.",
      "Von Natur aus neugierig, mit der Zeit geduldig.", "Ich sage, was ich denke, aber freundlich.", "Herzlich, ein bisschen stur, immer pünktlich.",
      "Meine Nachbarn in {town} kennen mich vom Singen. Tut mir leid.", "Irgendwo zwischen Bücherwurm und letztem Gast auf der Tanzfläche.",
      "Neu in {town} und offen für gute Gesellschaft.", "Ich höre gern zu und frage nach.", "Frag mich nach dem besten Frühstück in {town}.",
      "Bodenständig, fröhlich und leicht chaotisch.", "Optimismus geht auch bei Regen.",
    ],
    pairs: [
      "Zu einer guten Woche gehören {a} und {b}.", "Zwei Dinge nehme ich ernst: {a} und {b}.", "Meine Wochenenden: {a} und {b}.",
      "Mein Herz gewinnst du durch {a}; {b} helfen nach.", "Zurzeit gibt es für mich vor allem {a} und {b}.", "Glücklich machen mich {a} und {b}.",
      "Für {a} oder {b} darfst du mich wecken.", "Ich brauche {a}, ab und zu auch {b}.", "Ich liebe {a} und {b}.",
      "Ich bringe {a} mit, du {b}?", "Erst {a}, dann {b}: so sieht mein Sonntag aus.", "Kleine Schwächen: {a}, {b} und Nachtisch.",
    ],
    singles: [
      "Ich habe eine Schwäche für {a}.", "Mein Lieblingsthema: {a}.", "Nach einem langen Tag hilft nur eins: {a}.", "Über {a} darfst du mich alles fragen.",
      "Was bei mir nie fehlen darf: {a}.", "Meine besten Geschichten beginnen alle gleich: {a}.", "Teilen würde ich gern: {a}.",
    ],
    quirks: [
      "Ich weine bei Werbung und gewinne bei Brettspielen.", "Meine Pfannkuchen sind wirklich gut.", "Ich sammle Postkarten, die ich nie abschicke.",
      "Meine Pflanzen haben Namen; die nächste darfst du taufen.", "Einkaufszettel schreibe ich noch mit der Hand.", "Erst zwei Tassen Kaffee, dann reden.",
      "Wenn ich summe, bin ich glücklich.", "Ich kann rückwärts einparken und erwähne es gern.", "Ich lese die letzte Seite zuerst.",
      "Hunde mögen mich, Katzen überlegen noch.", "Nachtisch teile ich, unter Protest.", "Von mindestens einem schlechten Lied kann ich jedes Wort.",
    ],
    wishes: {
      chat: ["Fangen wir mit einem guten Gespräch an.", "Erzähl mir vom schönsten Teil deines Tages.", "Auf lange Nachrichten antworte ich mit längeren."],
      flirt: ["Ein bisschen Flirten hat noch niemandem geschadet.", "Bring mich zum Lachen, ich revanchiere mich.", "Humor und ein schönes Lächeln sind schon viel."],
      casual: ["Ich suche etwas Leichtes, Ehrliches und Liebes.", "Keine großen Pläne, nur gute Abende.", "Unkompliziert, klar und ohne Spielchen."],
      relationship: ["Ich bin hier für etwas, das bleibt.", "Ich wünsche mir jemanden für die ganz normalen Tage.", "Ein Mensch genügt, wenn es der richtige ist."],
      friends: ["Neue Freunde sind genauso willkommen.", "Begleitung für Konzerte und Spaziergänge wäre schön.", "Erst Freunde, dann sehen wir weiter."],
      swap: ["Wir sind offen, entspannt und respektvoll und suchen dasselbe.", "Neugierig auf Gleichgesinnte, ganz ohne Eile.", "Erst gemeinsam etwas trinken, alles andere später."],
    },
  },
};

/** One to four sentences in the person's own words: where they live, what they like, what they hope for. */
export function aboutText(random: Random, tongue: Tongue, town: string, interests: readonly Interest[], reason: Reason | null): string {
  const kit = KITS[tongue];
  const liked = interests.flatMap((interest) => PHRASES[tongue][interest] ?? []);
  const put = (text: string, a = "", b = "") => text.replaceAll("{town}", town).replace("{a}", a).replace("{b}", b);
  const likes = (): string | null => {
    const [a, b] = random.sample(interests.filter((interest) => PHRASES[tongue][interest]), 2).map((i) => random.pick(PHRASES[tongue][i] ?? []));
    if (a && b && random.chance(0.75)) return put(random.pick(kit.pairs), a, b);
    return a ? put(random.pick(kit.singles), a) : null;
  };
  const wish = reason ? random.pick(kit.wishes[reason]) : random.pick(kit.quirks);
  const length = random.weighted([[1, 2], [2, 5], [3, 6], [4, 3]]);
  const opener = put(random.pick(kit.openers));
  const interest = liked.length > 0 ? likes() : null;
  const parts = [opener, interest, random.pick(kit.quirks), wish];
  const kept = length === 4 ? [0, 1, 2, 3] : length === 3 ? random.pick([[0, 1, 3], [0, 1, 2], [1, 2, 3]]) : length === 2 ? random.pick([[0, 1], [1, 3], [1, 2], [0, 3]]) : [1];
  const sentences = kept.map((i) => parts[i]).filter((part) => part !== null && part !== undefined);
  return [...new Set(sentences.length > 0 ? sentences : [opener])].join(" ");
}
