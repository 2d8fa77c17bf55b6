import type { Language } from "#locales/languages.ts";

/** Words of a language that the signals look for, as alternatives of a regular expression. */
interface SignalWords {
  /** Ways in which fraud asks for money. */
  money: readonly string[];
  /** Zero to nine. */
  digits: string;
  /** Names of the sign @; null where the word has a more usual meaning. */
  atSign: string | null;
  /** Kinds of streets: at the end of the name, before the name, or after house number and name. */
  streets: { ends: string } | { begins: string } | { follows: string };
}

/** Words with which fraud asks for money in any language. */
export const MONEY_ANYWHERE: readonly string[] = [
  "western\\s?union|moneygram|paysafe\\w*|bitcoin\\w*|\\bbtc\\b|usdt|ethereum|krypto\\w*|crypto\\w*|cripto\\w*|kryptoval\\w*",
  "gift\\s?cards?|steam\\s?(?:card|kart|code|guthaben)\\w*|itunes\\s?(?:card|kart|kort)\\w*|google\\s?play\\s?(?:card|kart|kort)\\w*",
  "\\biban\\b|\\bbizum\\b|\\bblik\\b|\\btikkie\\b|\\bswish\\w*|\\bmobilepay\\w*|\\bvipps\\w*",
];

export const SIGNAL_WORDS: Readonly<Record<Language, SignalWords>> = {
  en: {
    money: [
      "(?:send|lend|wire|transfer|borrow|give|loan|need)\\s(?:me\\s|you\\s|us\\s)?(?:some\\s|a\\slittle\\s|the\\s|your\\s)?(?:money|cash|funds|\\S?\\d+\\s?(?:euros?|dollars?|pounds|usd|eur|gbp)|[€$£]\\s?\\d+)",
      "invest\\w*\\s(?:with|your|together|through)|hospital\\sbill|customs\\sfee|bank\\s(?:details|account)",
    ],
    digits: "zero|one|two|three|four|five|six|seven|eight|nine",
    atSign: "at\\s?sign",
    streets: { follows: "Street|Road|Avenue|Lane|Drive|Close|St|Rd|Ave" },
  },
  de: {
    money: [
      "(?:schick|sende|leih|überweis|borg)\\w*\\s(?:\\S+\\s){0,3}?(?:geld|\\d+\\s?(?:euro|eur|€))",
      "(?:geld|\\d+\\s?(?:euro|eur|€))\\s(?:\\S+\\s){0,2}?(?:schicken|senden|leihen|überweisen|borgen)",
      "brauche\\s(?:dringend\\s|etwas\\s|nur\\s)*(?:geld|\\d+\\s?(?:euro|eur|€))|guthabenkarte|kontodaten|bankverbindung|zollgebühr|krankenhausrechnung|investier\\w*\\s(?:mit|bei|dein)",
    ],
    digits: "null|eins|zwei|zwo|drei|vier|fünf|fuenf|sechs|sieben|acht|neun",
    atSign: "klammeraffe",
    streets: { ends: "stra(?:ße|sse)|str\\.|weg|gasse|platz|allee|ufer" },
  },
  nl: {
    money: [
      "(?:stuur|leen|maak|overmaken|geef)\\s(?:\\S+\\s){0,3}?(?:geld|\\d+\\s?(?:euro|eur|€))|geld\\s(?:\\S+\\s){0,2}?(?:overmaken|lenen|sturen)|heb\\s(?:dringend\\s|even\\s)?geld\\snodig|cadeaukaart\\w*|rekeningnummer|bankgegevens|douanekosten|ziekenhuisrekening|investeer\\w*\\s(?:met|bij|je)",
    ],
    digits: "nul|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen",
    atSign: "apenstaartje",
    streets: { ends: "straat|laan|weg|plein|gracht|kade|dijk|singel" },
  },
  fr: {
    money: [
      "(?:envoie|envoyer|prête|prêter|virer|transfère|donne)\\S*\\s(?:\\S+\\s){0,3}?(?:argent|\\d+\\s?(?:euros?|€))|besoin\\s(?:\\S+\\s){0,2}?(?:d[’']argent|de\\s\\d+\\s?(?:euros?|€))|carte\\s?cadeau|coordonnées\\sbancaires|frais\\s(?:de\\sdouane|d[’']hôpital)|western|recharge\\s(?:pcs|transcash)|investi\\w*\\s(?:avec|ton)",
    ],
    digits: "zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf",
    atSign: "arobase",
    streets: { begins: "rue|avenue|boulevard|impasse|quai" },
  },
  es: {
    money: [
      "(?:envía|enviar|mánda|manda|mandar|presta|prestar|préstame|transfiere|dame)\\S*\\s(?:\\S+\\s){0,3}?(?:dinero|\\d+\\s?(?:euros?|€))|necesito\\s(?:\\S+\\s){0,2}?(?:dinero|\\d+\\s?(?:euros?|€))|tarjeta\\s(?:de\\s)?regalo|datos\\sbancarios|cuenta\\sbancaria|gastos\\sde\\saduana|factura\\sdel\\shospital|invi[eé]rt\\w*\\s(?:conmigo|tu|con)",
    ],
    digits: "cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve",
    atSign: "arrobas?",
    streets: { begins: "calle|avenida|plaza|paseo|carrer" },
  },
  it: {
    money: [
      "(?:manda|mandami|mandarmi|invia|inviami|presta|prestami|prestarmi|trasferisci|bonific)\\w*\\s(?:\\S+\\s){0,3}?(?:soldi|denaro|\\d+\\s?(?:euro|€))|ho\\sbisogno\\sdi\\s(?:\\S+\\s){0,2}?(?:soldi|denaro|\\d+\\s?(?:euro|€))|(?:carta|buono)\\sregalo|coordinate\\sbancarie|conto\\sbancario|spese\\sdoganali|conto\\sdell[’']ospedale|investi\\w*\\s(?:con\\sme|i\\stuoi|insieme)",
    ],
    digits: "zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove",
    atSign: "chiocciola",
    streets: { begins: "via|viale|piazza|corso|vicolo" },
  },
  pl: {
    money: [
      "(?:wyślij|prześlij|pożycz|przelej|daj)\\S*\\s(?:\\S+\\s){0,3}?(?:pieniądze|pieniędzy|kasę|\\d+\\s?(?:euro|zł|złotych))|potrzebuję\\s(?:\\S+\\s){0,2}?(?:pieniędzy|\\d+\\s?(?:euro|zł|złotych))|kart[aęy]\\s(?:podarunkow|upominkow)\\w*|numer\\skonta|dane\\sbankowe|opłat[aęy]\\scelną?|rachunek\\sza\\sszpital|zainwestuj\\w*\\s(?:ze\\smną|swoje|razem)",
    ],
    digits: "zero|jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć",
    // Małpa is a monkey.
    atSign: null,
    streets: { begins: "ulica|ul\\.|aleja|al\\.|osiedle|os\\." },
  },
  sv: {
    money: [
      "(?:skicka|låna|överför|sätt\\sin|ge)\\s(?:\\S+\\s){0,3}?(?:pengar|\\d+\\s?(?:kronor|kr|euro))|behöver\\s(?:\\S+\\s){0,2}?(?:pengar|\\d+\\s?(?:kronor|kr|euro))|presentkort|bankuppgifter|kontonummer|tullavgift\\w*|sjukhusräkning\\w*|investera\\s(?:med|dina|tillsammans)",
    ],
    digits: "noll|ett|två|tre|fyra|fem|sex|sju|åtta|nio",
    atSign: "snabel[\\s-]?a",
    streets: { ends: "gatan|gata|vägen|väg" },
  },
  da: {
    money: [
      "(?:send|lån|overfør|giv)\\s(?:\\S+\\s){0,3}?(?:penge|\\d+\\s?(?:kroner|kr|euro))|(?:har\\sbrug\\sfor|mangler)\\s(?:\\S+\\s){0,2}?(?:penge|\\d+\\s?(?:kroner|kr|euro))|gavekort|bankoplysninger|kontonummer|toldgebyr\\w*|hospitalsregning\\w*|invester\\w*\\s(?:med|dine|sammen)",
    ],
    digits: "nul|en|to|tre|fire|fem|seks|syv|otte|ni",
    atSign: "snabel[\\s-]?a",
    streets: { ends: "gade|vej|allé" },
  },
  nb: {
    money: [
      "(?:send|lån|overfør|gi)\\s(?:\\S+\\s){0,3}?(?:penger|\\d+\\s?(?:kroner|kr|euro))|trenger\\s(?:\\S+\\s){0,2}?(?:penger|\\d+\\s?(?:kroner|kr|euro))|gavekort|bankopplysninger|kontonummer|tollavgift\\w*|sykehusregning\\w*|invester\\w*\\s(?:med|pengene|sammen)",
    ],
    digits: "null|en|to|tre|fire|fem|seks|sju|syv|åtte|ni",
    atSign: "krøllalfa|kruellalfa",
    streets: { ends: "gate|gaten|gata|veien|vegen|vei" },
  },
  fi: {
    money: [
      "(?:lähetä|lainaa|siirrä|anna)\\S*\\s(?:\\S+\\s){0,3}?(?:rahaa|rahat|\\d+\\s?(?:euroa|€))|tarvitsen\\s(?:\\S+\\s){0,2}?(?:rahaa|\\d+\\s?(?:euroa|€))|lahjakort\\w*|pankkitiedot|pankkitie\\w*|tilinumero\\w*|tullimaksu\\w*|sairaalalasku\\w*|sijoita\\s(?:kanssani|rahasi|yhdessä)",
    ],
    digits: "nolla|yksi|kaksi|kolme|neljä|viisi|kuusi|seitsemän|kahdeksan|yhdeksän",
    atSign: "miukumauku|kissanhäntä|ät-merkki|at-merkki",
    streets: { ends: "katu|tie|kuja|polku" },
  },
};
