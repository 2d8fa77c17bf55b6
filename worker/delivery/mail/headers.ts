import { AVAILABLE } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import { cleanLine } from "#worker/platform/text.ts";
import { domainLanguage } from "#worker/sites/domains/defaults.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** The domain may drop a language that an account still has. */
export function languageOf({ language }: { language: string }, settings: Settings): Language {
  return AVAILABLE.find((tag) => tag === language) ?? domainLanguage(settings);
}

/** Prevents header injection and encoded words (RFC 2047) in a subject that contains a name. */
export function headerLine(text: string): string {
  return cleanLine(text).replaceAll("=?", "= ?");
}

/** RFC 3834 stops auto-replies; RFC 8058 adds one-click unsubscribe. The mailer sets `Message-ID`, `Date` and `Feedback-ID`. */
export function headersOf(language: string, unsubscribe: string | null): Record<string, string> {
  const headers = { "Auto-Submitted": "auto-generated", "Content-Language": language };
  if (unsubscribe === null) return headers;
  return { ...headers, "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
