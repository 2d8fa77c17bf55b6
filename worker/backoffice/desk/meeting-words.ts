import type { Language } from "#locales/languages.ts";

/** Ways to propose a meeting or a call, as alternatives of a regular expression. */
export const MEETING_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "(?:let(?:['’]s|\\sus)|shall\\swe|can\\swe|could\\swe|should\\swe|want\\sto|like\\sto|love\\sto|will|i['’]ll)\\s(?:\\S+\\s){0,2}?(?:meet|call|video\\s?chat)",
    "meet\\s(?:me|up|you|in\\sperson)|come\\s(?:over|to\\smy\\splace|visit\\sme)|visit\\syou|see\\syou\\s(?:tonight|tomorrow|at\\s\\d)|call\\sme|video\\scall|pick\\syou\\sup",
  ],
  de: [
    "(?:treffen|sehen|besuchen)\\swir|wir\\s(?:\\S+\\s){0,3}?treffen|(?:dich|euch|mich)\\s(?:\\S+\\s){0,3}?(?:treffen|besuchen)|triff\\smich|besuch\\smich",
    "komm\\s(?:zu\\smir|vorbei)|hol\\w*\\sdich\\sab|ruf\\smich\\san|telefonieren|videoanruf\\w*|videochat",
  ],
  nl: [
    "(?:zullen|kunnen)\\swe\\s(?:\\S+\\s){0,3}?(?:afspreken|ontmoeten|bellen)|spreken\\swe\\s(?:\\S+\\s){0,3}?af|(?:met\\sje|ergens)\\safspreken|(?:je|jou|elkaar)\\s(?:\\S+\\s){0,2}?ontmoeten",
    "kom\\s(?:bij\\smij|langs|naar\\sme)|haal\\sje\\sop|bel\\sme|videobellen",
  ],
  fr: [
    "(?:on|nous)\\s(?:\\S+\\s){0,3}?(?:se\\svoit|se\\sretrouve|rencontrer|voir\\sen\\svrai)|(?:te|vous)\\s(?:rencontrer|rejoindre|retrouver)|viens\\s(?:chez\\smoi|me\\svoir)|donne[rz]?(?:-moi)?\\srendez-vous|prenons\\srendez-vous",
    "appelle[- ]moi|appel\\svidéo|passe\\sme\\svoir",
  ],
  es: [
    "(?:quedamos|quedemos|nos\\sveamos|podemos\\squedar|vernos\\s(?:en\\spersona|hoy|mañana|esta))|(?:quiero|quisiera|podemos)\\s(?:\\S+\\s){0,2}?(?:conocerte|conocernos|verte|vernos|quedar)",
    "ven\\sa\\s(?:mi\\scasa|verme)|paso\\sa\\srecogerte|llámame|videollamada",
  ],
  it: [
    "(?:vediamoci|incontriamoci|ci\\svediamo|ci\\sincontriamo)|(?:possiamo|potremmo|vorrei|voglio)\\s(?:\\S+\\s){0,2}?(?:vederci|incontrarci|incontrarti|vederti)",
    "vieni\\s(?:da\\sme|a\\strovarmi)|passo\\sa\\sprenderti|chiamami|videochiamata",
  ],
  pl: [
    "(?:spotkajmy|spotkamy|spotkać)\\s(?:\\S+\\s){0,2}?się|się\\s(?:\\S+\\s){0,2}?(?:spotkać|spotkamy|zobaczyć)|umówmy\\ssię|umówimy\\ssię",
    "przyjdź\\sdo\\smnie|wpadnij\\sdo\\smnie|odwiedź\\smnie|zadzwoń|wideorozmow\\w*",
  ],
  sv: [
    "(?:ska|kan|vill|borde)\\s(?:vi|du)\\s(?:\\S+\\s){0,2}?(?:träffas|ses|ringas|träffa\\smig)|(?:vill|skulle\\svilja)\\s(?:\\S+\\s){0,2}?träffa\\sdig|låt\\soss\\s(?:träffas|ses)",
    "kom\\s(?:hem\\still\\smig|förbi|och\\shälsa\\spå)|hämtar\\sdig|ring\\smig|videosamtal",
  ],
  da: [
    "(?:skal|kan|vil|bør)\\s(?:vi|du)\\s(?:\\S+\\s){0,2}?(?:mødes|ses|møde\\smig)|(?:vil|ville)\\s(?:\\S+\\s){0,3}?møde\\sdig|lad\\sos\\s(?:mødes|ses)",
    "kom\\s(?:hjem\\stil\\smig|forbi|og\\sbesøg)|henter\\sdig|ring\\stil\\smig|videoopkald",
  ],
  nb: [
    "(?:skal|kan|vil|bør)\\s(?:vi|du)\\s(?:\\S+\\s){0,2}?(?:møtes|treffes|ses|møte\\smeg)|(?:vil|ville)\\s(?:\\S+\\s){0,3}?(?:møte|treffe)\\sdeg|la\\soss\\s(?:møtes|treffes)",
    "kom\\s(?:hjem\\stil\\smeg|innom|og\\sbesøk)|henter\\sdeg|ring\\smeg|videosamtale",
  ],
  fi: [
    "(?:tavataan|nähdäänkö|tapaisimmeko|voisimmeko\\stavata|mennään\\streffeille)|(?:haluan|haluaisin|voimme|voidaanko)\\s(?:\\S+\\s){0,2}?(?:tavata|nähdä\\ssinut)",
    "tule\\s(?:luokseni|käymään)|haen\\ssinut|soita\\sminulle|videopuhelu",
  ],
};
