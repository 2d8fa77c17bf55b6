import type { Language } from "#locales/languages.ts";

/** What a store says of every site, by language. Lines that depend on a setting are chosen in store.ts. */
interface StoreTexts {
  /** Up to 30 characters (App Store subtitle). */
  subtitle: string;
  /** Up to 80 characters (Play short description), where the niche has no text of its own in the language. */
  short: string;
  /** Comma-separated, up to 100 characters (App Store). */
  keywords: string;
  adults: string;
  contact: string;
  photos: string;
  credits: string;
  fictional: string;
  safety: string;
}

export const STORE_TEXTS: Record<Language, StoreTexts> = {
  da: {
    subtitle: "Dating og chat for voksne",
    short: "Find folk i nærheden, skriv sammen og mød hinanden, når I vil.",
    keywords: "dating,chat,singler,mød,kærlighed,flirt,venner,match",
    adults: "Kun for voksne fra 18 år.",
    contact: "Søg efter by og det, der betyder noget for dig, like, match og skriv live.",
    photos: "Private fotos, som kun dem, du vælger, ser.",
    credits: "Nogle beskeder og gaver koster credits. Prisen står, før du trykker.",
    fictional: "Her er også fiktive profiler. Hver af dem er mærket.",
    safety: "Bloker og anmeld med få tryk. Mennesker ser på hver anmeldelse. Du kan til enhver tid hente og slette dine data.",
  },
  de: {
    subtitle: "Dating und Chat ab 18",
    short: "Finde Leute in deiner Nähe, schreib mit ihnen und triff sie, wann du magst.",
    keywords: "dating,chat,singles,kennenlernen,liebe,flirt,freunde,match",
    adults: "Nur für Erwachsene ab 18 Jahren.",
    contact: "Suche nach Ort und nach dem, was dir wichtig ist, like, matche und schreib live.",
    photos: "Private Fotos, die nur sieht, wen du auswählst.",
    credits: "Manche Nachrichten und Geschenke kosten Credits. Der Preis steht da, bevor du drückst.",
    fictional: "Hier gibt es auch fiktive Profile. Jedes davon ist gekennzeichnet.",
    safety:
      "Blockieren und melden mit wenigen Tipps. Menschen sehen sich jede Meldung an. Du kannst deine Daten jederzeit herunterladen und löschen.",
  },
  en: {
    subtitle: "Dating and chat for adults",
    short: "Find people near you, write to each other, and meet when you like.",
    keywords: "dating,chat,singles,meet,love,flirt,friends,match",
    adults: "Only for adults, from the age of 18.",
    contact: "Search by town and by what matters to you, like, match, and chat live.",
    photos: "Private photos, seen only by those you choose.",
    credits: "Some messages and gifts cost credits. The price is there before you press.",
    fictional: "There are fictional profiles here, too. Each of them is labelled.",
    safety: "Block and report in a few taps. People look at every report. You can download and delete your data at any time.",
  },
  es: {
    subtitle: "Citas y chat para adultos",
    short: "Encuentra gente cerca de ti, escríbele y quedad cuando queráis.",
    keywords: "citas,chat,solteros,conocer,amor,ligar,amigos,match",
    adults: "Solo para adultos, a partir de 18 años.",
    contact: "Busca por ciudad y por lo que te importa, da me gusta, haz match y chatea en vivo.",
    photos: "Fotos privadas que solo ve quien tú eliges.",
    credits: "Algunos mensajes y regalos cuestan créditos. El precio aparece antes de pulsar.",
    fictional: "Aquí también hay perfiles ficticios. Cada uno lleva su etiqueta.",
    safety:
      "Bloquea y denuncia en pocos toques. Personas revisan cada denuncia. Puedes descargar y borrar tus datos cuando quieras.",
  },
  fi: {
    subtitle: "Deitti ja chat aikuisille",
    short: "Löydä ihmisiä läheltäsi, kirjoittakaa ja tavatkaa, kun haluatte.",
    keywords: "deitti,chat,sinkut,tapaa,rakkaus,flirtti,ystävät,match",
    adults: "Vain aikuisille, 18 vuodesta alkaen.",
    contact: "Hae paikan ja sinulle tärkeiden asioiden mukaan, tykkää, mätsää ja juttele livenä.",
    photos: "Yksityiset kuvat, jotka näkevät vain valitsemasi.",
    credits: "Jotkin viestit ja lahjat maksavat krediittejä. Hinta näkyy ennen painallusta.",
    fictional: "Täällä on myös kuvitteellisia profiileja. Jokainen niistä on merkitty.",
    safety:
      "Estä ja ilmoita parilla napautuksella. Ihminen katsoo jokaisen ilmoituksen. Voit ladata ja poistaa tietosi milloin vain.",
  },
  fr: {
    subtitle: "Rencontres pour adultes",
    short: "Trouve des gens près de toi, écrivez-vous et voyez-vous quand vous voulez.",
    keywords: "rencontre,chat,célibataires,amour,flirt,amis,match",
    adults: "Réservé aux adultes, à partir de 18 ans.",
    contact: "Cherche par ville et par ce qui compte pour toi, like, matche et discute en direct.",
    photos: "Des photos privées, vues seulement par qui tu choisis.",
    credits: "Certains messages et cadeaux coûtent des crédits. Le prix s’affiche avant que tu appuies.",
    fictional: "Il y a aussi des profils fictifs ici. Chacun est signalé.",
    safety:
      "Bloque et signale en quelques gestes. Des personnes examinent chaque signalement. Tu peux télécharger et supprimer tes données à tout moment.",
  },
  it: {
    subtitle: "Incontri e chat per adulti",
    short: "Trova persone vicino a te, scrivetevi e incontratevi quando volete.",
    keywords: "incontri,chat,single,conoscere,amore,flirt,amici,match",
    adults: "Solo per adulti, dai 18 anni.",
    contact: "Cerca per città e per ciò che conta per te, metti like, fai match e chatta dal vivo.",
    photos: "Foto private, viste solo da chi scegli tu.",
    credits: "Alcuni messaggi e regali costano crediti. Il prezzo è indicato prima che tu prema.",
    fictional: "Qui ci sono anche profili fittizi. Ognuno è contrassegnato.",
    safety:
      "Blocca e segnala in pochi tocchi. Persone esaminano ogni segnalazione. Puoi scaricare e cancellare i tuoi dati in ogni momento.",
  },
  nb: {
    subtitle: "Dating og chat for voksne",
    short: "Finn folk i nærheten, skriv sammen og møtes når dere vil.",
    keywords: "dating,chat,single,møt,kjærlighet,flørt,venner,match",
    adults: "Bare for voksne fra 18 år.",
    contact: "Søk etter sted og det som betyr noe for deg, lik, match og skriv live.",
    photos: "Private bilder som bare de du velger, ser.",
    credits: "Noen meldinger og gaver koster kreditter. Prisen står der før du trykker.",
    fictional: "Her finnes også fiktive profiler. Hver av dem er merket.",
    safety:
      "Blokker og rapporter med få trykk. Mennesker ser på hver rapport. Du kan laste ned og slette dataene dine når som helst.",
  },
  nl: {
    subtitle: "Daten en chatten vanaf 18",
    short: "Vind mensen bij jou in de buurt, schrijf elkaar en spreek af wanneer je wilt.",
    keywords: "daten,chat,singles,ontmoeten,liefde,flirten,vrienden,match",
    adults: "Alleen voor volwassenen, vanaf 18 jaar.",
    contact: "Zoek op plaats en op wat jij belangrijk vindt, like, match en chat live.",
    photos: "Privéfoto’s die alleen te zien zijn voor wie jij kiest.",
    credits: "Sommige berichten en cadeaus kosten credits. De prijs staat er voordat je drukt.",
    fictional: "Hier zijn ook fictieve profielen. Elk daarvan heeft een label.",
    safety:
      "Blokkeren en melden in een paar tikken. Mensen bekijken elke melding. Je kunt je gegevens altijd downloaden en wissen.",
  },
  pl: {
    subtitle: "Randki i czat dla dorosłych",
    short: "Znajdź ludzi w okolicy, piszcie ze sobą i spotkajcie się, kiedy chcecie.",
    keywords: "randki,czat,single,poznaj,miłość,flirt,znajomi,match",
    adults: "Tylko dla dorosłych, od 18 lat.",
    contact: "Szukaj według miejsca i tego, co dla ciebie ważne, polubiaj, paruj się i czatuj na żywo.",
    photos: "Prywatne zdjęcia, które widzą tylko wybrane osoby.",
    credits: "Niektóre wiadomości i prezenty kosztują kredyty. Cena jest podana, zanim naciśniesz.",
    fictional: "Są tu też profile fikcyjne. Każdy z nich jest oznaczony.",
    safety: "Zablokuj i zgłoś kilkoma dotknięciami. Ludzie oglądają każde zgłoszenie. Swoje dane możesz zawsze pobrać i usunąć.",
  },
  sv: {
    subtitle: "Dejting och chatt för vuxna",
    short: "Hitta folk nära dig, skriv till varandra och träffas när ni vill.",
    keywords: "dejting,chatt,singlar,träffa,kärlek,flört,vänner,match",
    adults: "Bara för vuxna från 18 år.",
    contact: "Sök på ort och det som är viktigt för dig, gilla, matcha och chatta live.",
    photos: "Privata bilder som bara de du väljer ser.",
    credits: "Vissa meddelanden och gåvor kostar krediter. Priset står där innan du trycker.",
    fictional: "Här finns också fiktiva profiler. Var och en är märkt.",
    safety:
      "Blockera och anmäl med några tryck. Människor tittar på varje anmälan. Du kan när som helst ladda ner och radera dina uppgifter.",
  },
};
