import type { Context } from "#worker/people/identity/context.ts";
import { NAME_LENGTH } from "#worker/people/identity/lengths.vocabulary.ts";
import { nameProblem } from "#worker/people/identity/name.ts";

const VARIANTS = 3;
const DIGITS = 4;

/** Names that a taken one may become: as much of it as fits, and four random digits. */
export function variantsOf(name: string, email: string, own: string[]): string[] {
  return Array.from({ length: VARIANTS }, () => variantOf(name, email, own));
}

function variantOf(name: string, email: string, own: string[]): string {
  const digits = fourDigits();
  const letters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name.replace(/\p{Nd}+$/u, ""))];
  const start = letters.map(({ segment }) => segment).slice(0, NAME_LENGTH.max - DIGITS);
  while (start.length > 0 && nameProblem(start.join("") + digits, email, own)) start.pop();
  return start.join("") + digits;
}

function fourDigits(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(1000 + (number % 9000));
}

export function ownNames({ domain: { settings } }: Pick<Context, "domain">): string[] {
  return [settings.name, settings.mail_name];
}
