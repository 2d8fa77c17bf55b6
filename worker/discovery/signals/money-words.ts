/** Words with which fraud asks for money, by language. */
export const ASKS: Readonly<Record<string, readonly string[]>> = {
  any: [
    "western\\s?union|moneygram|paysafe\\w*|bitcoin\\w*|\\bbtc\\b|usdt|ethereum|krypto\\w*|crypto\\w*|cripto\\w*|kryptoval\\w*",
    "gift\\s?cards?|steam\\s?(?:card|kart|code|guthaben)\\w*|itunes\\s?(?:card|kart|kort)\\w*|google\\s?play\\s?(?:card|kart|kort)\\w*",
    "\\biban\\b|\\bbizum\\b|\\bblik\\b|\\btikkie\\b|\\bswish\\w*|\\bmobilepay\\w*|\\bvipps\\w*",
  ],
  en: [
    "(?:send|lend|wire|transfer|borrow|give|loan|need)\\s(?:me\\s|you\\s|us\\s)?(?:some\\s|a\\slittle\\s|the\\s|your\\s)?(?:money|cash|funds|\\S?\\d+\\s?(?:euros?|dollars?|pounds|usd|eur|gbp)|[€$£]\\s?\\d+)",
    "invest\\w*\\s(?:with|your|together|through)|hospital\\sbill|customs\\sfee|bank\\s(?:details|account)",
  ],
  de: [
    "(?:schick|sende|leih|überweis|borg)\\w*\\s(?:\\S+\\s){0,3}?(?:geld|\\d+\\s?(?:euro|eur|€))",
    "(?:geld|\\d+\\s?(?:euro|eur|€))\\s(?:\\S+\\s){0,2}?(?:schicken|senden|leihen|überweisen|borgen)",
    "brauche\\s(?:dringend\\s|etwas\\s|nur\\s)*(?:geld|\\d+\\s?(?:euro|eur|€))|guthabenkarte|kontodaten|bankverbindung|zollgebühr|krankenhausrechnung|investier\\w*\\s(?:mit|bei|dein)",
  ],
  nl: [
    "(?:stuur|leen|maak|overmaken|geef)\\s(?:\\S+\\s){0,3}?(?:geld|\\d+\\s?(?:euro|eur|€))|geld\\s(?:\\S+\\s){0,2}?(?:overmaken|lenen|sturen)|heb\\s(?:dringend\\s|even\\s)?geld\\snodig|cadeaukaart\\w*|rekeningnummer|bankgegevens|douanekosten|ziekenhuisrekening|investeer\\w*\\s(?:met|bij|je)",
  ],
  fr: [
    "(?:envoie|envoyer|prête|prêter|virer|transfère|donne)\\S*\\s(?:\\S+\\s){0,3}?(?:argent|\\d+\\s?(?:euros?|€))|besoin\\s(?:\\S+\\s){0,2}?(?:d[’']argent|de\\s\\d+\\s?(?:euros?|€))|carte\\s?cadeau|coordonnées\\sbancaires|frais\\s(?:de\\sdouane|d[’']hôpital)|western|recharge\\s(?:pcs|transcash)|investi\\w*\\s(?:avec|ton)",
  ],
  es: [
    "(?:envía|enviar|mánda|manda|mandar|presta|prestar|préstame|transfiere|dame)\\S*\\s(?:\\S+\\s){0,3}?(?:dinero|\\d+\\s?(?:euros?|€))|necesito\\s(?:\\S+\\s){0,2}?(?:dinero|\\d+\\s?(?:euros?|€))|tarjeta\\s(?:de\\s)?regalo|datos\\sbancarios|cuenta\\sbancaria|gastos\\sde\\saduana|factura\\sdel\\shospital|invi[eé]rt\\w*\\s(?:conmigo|tu|con)",
  ],
  it: [
    "(?:manda|mandami|mandarmi|invia|inviami|presta|prestami|prestarmi|trasferisci|bonific)\\w*\\s(?:\\S+\\s){0,3}?(?:soldi|denaro|\\d+\\s?(?:euro|€))|ho\\sbisogno\\sdi\\s(?:\\S+\\s){0,2}?(?:soldi|denaro|\\d+\\s?(?:euro|€))|(?:carta|buono)\\sregalo|coordinate\\sbancarie|conto\\sbancario|spese\\sdoganali|conto\\sdell[’']ospedale|investi\\w*\\s(?:con\\sme|i\\stuoi|insieme)",
  ],
  pl: [
    "(?:wyślij|prześlij|pożycz|przelej|daj)\\S*\\s(?:\\S+\\s){0,3}?(?:pieniądze|pieniędzy|kasę|\\d+\\s?(?:euro|zł|złotych))|potrzebuję\\s(?:\\S+\\s){0,2}?(?:pieniędzy|\\d+\\s?(?:euro|zł|złotych))|kart[aęy]\\s(?:podarunkow|upominkow)\\w*|numer\\skonta|dane\\sbankowe|opłat[aęy]\\scelną?|rachunek\\sza\\sszpital|zainwestuj\\w*\\s(?:ze\\smną|swoje|razem)",
  ],
  sv: [
    "(?:skicka|låna|överför|sätt\\sin|ge)\\s(?:\\S+\\s){0,3}?(?:pengar|\\d+\\s?(?:kronor|kr|euro))|behöver\\s(?:\\S+\\s){0,2}?(?:pengar|\\d+\\s?(?:kronor|kr|euro))|presentkort|bankuppgifter|kontonummer|tullavgift\\w*|sjukhusräkning\\w*|investera\\s(?:med|dina|tillsammans)",
  ],
  da: [
    "(?:send|lån|overfør|giv)\\s(?:\\S+\\s){0,3}?(?:penge|\\d+\\s?(?:kroner|kr|euro))|(?:har\\sbrug\\sfor|mangler)\\s(?:\\S+\\s){0,2}?(?:penge|\\d+\\s?(?:kroner|kr|euro))|gavekort|bankoplysninger|kontonummer|toldgebyr\\w*|hospitalsregning\\w*|invester\\w*\\s(?:med|dine|sammen)",
  ],
  nb: [
    "(?:send|lån|overfør|gi)\\s(?:\\S+\\s){0,3}?(?:penger|\\d+\\s?(?:kroner|kr|euro))|trenger\\s(?:\\S+\\s){0,2}?(?:penger|\\d+\\s?(?:kroner|kr|euro))|gavekort|bankopplysninger|kontonummer|tollavgift\\w*|sykehusregning\\w*|invester\\w*\\s(?:med|pengene|sammen)",
  ],
  fi: [
    "(?:lähetä|lainaa|siirrä|anna)\\S*\\s(?:\\S+\\s){0,3}?(?:rahaa|rahat|\\d+\\s?(?:euroa|€))|tarvitsen\\s(?:\\S+\\s){0,2}?(?:rahaa|\\d+\\s?(?:euroa|€))|lahjakort\\w*|pankkitiedot|pankkitie\\w*|tilinumero\\w*|tullimaksu\\w*|sairaalalasku\\w*|sijoita\\s(?:kanssani|rahasi|yhdessä)",
  ],
};
