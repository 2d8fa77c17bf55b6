import type { PromptAnswer } from "#db/schema/attributes.ts";
import type { Random } from "#demo/random.ts";
import type { Tongue } from "./phrases.ts";

/** Three of four people have answered one to three of these questions. */
export function drawPrompts(random: Random, tongue: Tongue, questions: readonly string[]): PromptAnswer[] {
  if (!random.chance(0.75)) return [];
  const count = random.weighted([
    [1, 3],
    [2, 5],
    [3, 4],
  ]);
  const known = questions.filter((question) => ANSWERS[tongue][question]);
  return random.sample(known, count).map((question) => ({ question, answer: random.pick(ANSWERS[tongue][question] ?? []) }));
}

/** Written in each language, not translated word for word. */
const ANSWERS: Record<Tongue, Record<string, readonly [string, ...string[]]>> = {
  en: {
    perfect_sunday: [
      "No alarm, the long way round the lake, soup.",
      "Newspaper on paper. Second coffee at noon.",
      "Flea market, then pretending to fix what I bought.",
    ],
    laugh: ["People who try not to.", "My dog, when he thinks nobody is looking.", "Announcements that explain nothing."],
    first_date: [
      "A walk with a bakery at the end of it.",
      "Mini golf, badly, for stakes.",
      "A museum with a good café and low expectations.",
    ],
    small_joy: ["The first strawberries.", "When the bus driver waits.", "Clean sheets and rain."],
    good_at: [
      "Guessing the end of films. I keep it to myself.",
      "Parking. Ask anybody.",
      "Remembering what you said three weeks ago.",
    ],
    hopeless_at: ["Folding maps.", "Leaving parties at a sensible hour.", "Keeping basil alive."],
    free_evening: [
      "cook something with far too many steps.",
      "call my sister and we talk for two hours about nothing.",
      "go to the cinema on my own, happily.",
    ],
    cook_for_you: [
      "Risotto, stirred the whole time, no phone.",
      "My grandmother's dumplings. Bring an appetite.",
      "Breakfast. I am best at breakfast.",
    ],
    hope_to_find: ["asks back.", "can be quiet with me in a car.", "laughs before the joke is over."],
    few_know: ["sang in a choir for ten years.", "cannot ride a bicycle with no hands.", "read the ending first."],
    two_truths: [
      "I have met a queen, slept in a lighthouse, and like olives.",
      "I can juggle, I have a twin, I once won a pumpkin.",
    ],
    travel: ["Lisbon, by train, with time to miss one.", "The far north, for the light.", "Anywhere with a night ferry."],
    argue: [
      "Whether soup is a meal. It is.",
      "The right way to load a dishwasher.",
      "Films that are too long, which is most of them.",
    ],
    wins_over: ["Good questions and warm hands.", "Being on time without being strict about it.", "Kindness to waiters."],
    compliment: ["That it is easy to be oneself with me.", "That I listen with my whole face."],
    trust: ["Saying no out loud, and hearing thank you.", "That nothing needs to be proved."],
    limit: ["Nothing unspoken. We talk first, and again after.", "My working week stays outside."],
    ritual: ["Candles, phones off, slow.", "A glass of wine and the list of what is wanted tonight."],
    aftercare: ["A blanket, tea and no talking for ten minutes.", "Toast. Really."],
    confident: ["I wear what I like and forget that I am wearing it.", "I dance and nobody asks me to sit down."],
    my_body: ["It is soft, strong and takes me up every hill.", "My hips. They have their own opinion of music."],
    learned: ["To leave the party while I still enjoy it.", "That most things can be said kindly."],
    never_too_old: ["The front row.", "Falling in love with a voice."],
    me_time: ["I lie in the bath until the book is wet.", "I walk without telling anybody where."],
    be_myself: ["On a dance floor after midnight.", "At my kitchen table, with friends who help themselves."],
    proud_of: ["Coming home for Christmas as myself.", "A garden on a balcony of two square metres."],
  },
  nl: {
    perfect_sunday: [
      "Geen wekker, een rondje om de plas, soep.",
      "Krant op papier. Tweede koffie om twaalf uur.",
      "Rommelmarkt, en thuis doen alsof ik het repareer.",
    ],
    laugh: ["Mensen die hun lach proberen in te houden.", "Mijn hond, als hij denkt dat niemand kijkt."],
    first_date: [
      "Een wandeling met een bakker aan het eind.",
      "Midgetgolf, slecht, maar wel om iets.",
      "Een museum met een goed café.",
    ],
    small_joy: ["De eerste aardbeien.", "Een buschauffeur die wacht.", "Schone lakens en regen."],
    good_at: [
      "Raden hoe een film afloopt. Ik hou het voor me.",
      "Inparkeren. Vraag maar rond.",
      "Onthouden wat je drie weken geleden zei.",
    ],
    hopeless_at: ["Kaarten opvouwen.", "Op tijd weggaan van een feest.", "Basilicum in leven houden."],
    free_evening: [
      "kook iets met veel te veel stappen.",
      "bel mijn zus en we praten twee uur over niks.",
      "ga in mijn eentje naar de film, heel tevreden.",
    ],
    cook_for_you: [
      "Risotto, de hele tijd roeren, geen telefoon.",
      "De gehaktballen van mijn oma.",
      "Ontbijt. Daar ben ik het best in.",
    ],
    hope_to_find: ["ook iets terugvraagt.", "samen stil kan zijn in de auto.", "al lacht voor de grap klaar is."],
    few_know: ["tien jaar in een koor zong.", "niet met losse handen kan fietsen."],
    two_truths: ["Ik sliep in een vuurtoren, ik ontmoette een koningin, ik hou van olijven."],
    travel: ["Lissabon, met de trein, met tijd om er een te missen.", "Het hoge noorden, voor het licht."],
    argue: ["Of soep een maaltijd is. Dat is het.", "Hoe je een vaatwasser inruimt."],
    wins_over: ["Goede vragen en warme handen.", "Aardig zijn tegen de bediening."],
    compliment: ["Dat je bij mij gewoon jezelf kunt zijn.", "Dat ik met mijn hele gezicht luister."],
    learned: ["Weggaan als het nog leuk is.", "Dat bijna alles ook aardig gezegd kan worden."],
    me_time: ["lig ik in bad tot het boek nat is."],
    be_myself: ["Op een dansvloer, na twaalven.", "Aan mijn keukentafel, met vrienden die zelf iets pakken."],
    idol: ["Mijn oudoom. Hij leefde met zijn vriend toen niemand daar een woord voor had."],
    proud_of: ["Met kerst thuiskomen als mezelf.", "Een tuin op twee vierkante meter balkon."],
  },
  de: {
    perfect_sunday: [
      "Kein Wecker, einmal um den See, Suppe.",
      "Zeitung aus Papier. Zweiter Kaffee um zwölf.",
      "Flohmarkt, und daheim so tun, als würde ich es reparieren.",
    ],
    laugh: ["Menschen, die sich das Lachen verkneifen.", "Mein Hund, wenn er glaubt, dass keiner schaut."],
    first_date: ["Ein Spaziergang mit Bäckerei am Ende.", "Minigolf, schlecht, aber um etwas.", "Ein Museum mit gutem Café."],
    small_joy: ["Die ersten Erdbeeren.", "Ein Busfahrer, der wartet.", "Frische Bettwäsche und Regen."],
    good_at: [
      "Das Ende von Filmen erraten. Ich behalte es für mich.",
      "Einparken. Frag herum.",
      "Mir merken, was du vor drei Wochen gesagt hast.",
    ],
    hopeless_at: ["Landkarten falten.", "Rechtzeitig von Festen gehen.", "Basilikum am Leben halten."],
    free_evening: [
      "koche etwas mit viel zu vielen Schritten.",
      "telefoniere zwei Stunden mit meiner Schwester, über nichts.",
      "gehe allein ins Kino, und zwar gern.",
    ],
    cook_for_you: [
      "Risotto, die ganze Zeit gerührt, ohne Telefon.",
      "Omas Knödel. Bring Hunger mit.",
      "Frühstück. Das kann ich am besten.",
    ],
    hope_to_find: ["auch zurückfragt.", "mit mir im Auto schweigen kann.", "lacht, bevor der Witz zu Ende ist."],
    few_know: ["zehn Jahre im Chor gesungen habe.", "nicht freihändig Rad fahren kann."],
    two_truths: ["Ich habe in einem Leuchtturm geschlafen, eine Königin getroffen und mag Oliven."],
    travel: ["Lissabon, mit dem Zug, mit Zeit, einen zu verpassen.", "Der hohe Norden, wegen des Lichts."],
    argue: ["Ob Suppe eine Mahlzeit ist. Ist sie.", "Wie man eine Spülmaschine einräumt."],
    wins_over: ["Gute Fragen und warme Hände.", "Freundlich sein zu denen, die bedienen."],
    learned: ["Gehen, solange es noch schön ist.", "Dass sich fast alles auch freundlich sagen lässt."],
    never_too_old: ["Die erste Reihe.", "Mich in eine Stimme zu verlieben."],
    younger_self: ["Kauf das Rad. Nimm den Umweg. Ruf sie an.", "Es wird leiser, und das ist gut so."],
    me_time: ["liege ich in der Wanne, bis das Buch nass ist."],
    anew: ["Tanzen zu zweit, mit Führen und allem.", "Lange Briefe."],
  },
};
