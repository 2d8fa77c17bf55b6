import { LANGUAGES, type Language } from "#locales/languages.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { ownDescription } from "#worker/sites/domains/own-words.vocabulary.ts";
import { STORE_TEXTS } from "./store-texts.ts";

/** Locales of Google Play and of the App Store, as fastlane names its folders. */
const LOCALES: Record<Language, readonly [play: string, apple: string]> = {
  da: ["da-DK", "da"],
  de: ["de-DE", "de-DE"],
  en: ["en-GB", "en-GB"],
  es: ["es-ES", "es-ES"],
  fi: ["fi-FI", "fi"],
  fr: ["fr-FR", "fr-FR"],
  it: ["it-IT", "it"],
  nb: ["no-NO", "no"],
  nl: ["nl-NL", "nl-NL"],
  pl: ["pl-PL", "pl"],
  sv: ["sv-SE", "sv"],
};
/** Characters: Play Console Help "Create and set up your app", App Store Connect "App information". */
const LENGTHS = { title: 30, short: 80, full: 4000, subtitle: 30, keywords: 100 };

/** Texts of both stores by path, in the languages of the site, and what is too long for them. */
export function storeFiles(file: DomainFile): { files: Record<string, string>; problems: string[] } {
  const problems: string[] = [];
  const fitting = (what: keyof typeof LENGTHS, text: string, language: Language): string => {
    const length = [...text].length;
    if (length > LENGTHS[what]) problems.push(`${what} (${language}) has ${length} characters; stores take ${LENGTHS[what]}`);
    return `${text}\n`;
  };
  const files = LANGUAGES.filter((language) => file.settings.languages.includes(language)).flatMap((language) => {
    const [play, apple] = LOCALES[language];
    const { subtitle, keywords } = STORE_TEXTS[language];
    const description = fitting("full", fullText(file, language), language);
    const home = `https://${file.settings.domain}`;
    const texts = { name: fitting("title", file.settings.name, language), description };
    return [
      ...under(`android/fastlane/metadata/android/${play}`, {
        title: texts.name,
        short_description: fitting("short", shortText(file, language), language),
        full_description: description,
      }),
      ...under(`ios/fastlane/metadata/${apple}`, {
        ...texts,
        subtitle: fitting("subtitle", subtitle, language),
        keywords: fitting("keywords", keywords, language),
        privacy_url: `${home}/privacy\n`,
        support_url: `${home}/imprint\n`,
        marketing_url: `${home}/\n`,
      }),
    ];
  });
  return { files: Object.fromEntries(files), problems: [...new Set(problems)] };
}

function under(folder: string, texts: Record<string, string>): [string, string][] {
  return Object.entries(texts).map(([name, text]) => [`${folder}/${name}.txt`, text]);
}

/** The niche's own line where it fits. */
function shortText(file: DomainFile, language: Language): string {
  const { title, description } = ownDescription(file, language);
  const own = [description, title].find((text) => text !== null && [...text].length <= LENGTHS.short);
  return own ?? STORE_TEXTS[language].short;
}

/** Says only what this site has. */
function fullText(file: DomainFile, language: Language): string {
  const { settings } = file;
  const texts = STORE_TEXTS[language];
  const sells = Object.keys(settings.packages).length > 0;
  const points = [
    texts.contact,
    settings.private_photos && texts.photos,
    sells && texts.credits,
    settings.fictional_profiles && texts.fictional,
  ].filter((text) => text !== false);
  const own = ownDescription(file, language).description ?? texts.short;
  return [own, points.map((text) => `• ${text}`).join("\n"), texts.safety, texts.adults].join("\n\n");
}
