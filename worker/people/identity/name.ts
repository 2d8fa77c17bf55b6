import { findsContact, TOP_LEVEL } from "#worker/people/identity/contact.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { cleanLine, nameKey, textLength } from "#worker/platform/text.ts";
import { NAME_CODE_POINTS, NAME_LENGTH } from "./lengths.vocabulary.ts";
import { skeleton } from "./look-alike.ts";

const CHARACTERS = /^[\p{L}\p{M}\p{Nd}_.-]+$/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Marks without a letter, and stacks that cover neighbouring names. */
const STRAY_MARKS = /^\p{M}|[^\p{L}\p{M}]\p{M}|\p{M}{5}/u;
/** Scripts with look-alike letters; a name may use only one of them (docs/decisions/0014). */
const ALIKE = ["Latin", "Greek", "Cyrillic", "Armenian", "Coptic", "Cherokee", "Lisu"].map(
  (script) => new RegExp(`\\p{Script=${script}}`, "u"),
);
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;

const PHONE = /(?:\p{Nd}[-_.]*){7}/u;
const ADDRESS = new RegExp(`^(?:https?|www)\\.|\\.(?:${TOP_LEVEL})[-_.]*$`);
const MESSENGER = /^(?:whatsapp|telegram|snapchat|insta(?:gram)?|kik|skype|onlyfans)[-_.\p{Nd}]/u;

/** Invisible direction marks that keyboards and copied texts insert. */
const DIRECTION = /[\u061C\u200E\u200F]/g;

const RESERVED = (
  "admin administrator root system sysop webmaster postmaster hostmaster abuse security moderator mod staff team operator " +
  "official support helpdesk help service customerservice kundenservice klantenservice beheer beheerder moderatie " +
  "info contact noreply billing payments premium deleted deletedmember member members anonymous anonym nobody everyone " +
  "null undefined me you api www mail"
).split(" ");
const RESERVED_LOOKS = new Set(RESERVED.map(skeleton));

/** The log-in cleans a typed name in the same way. */
export function cleanName(raw: string): string {
  return cleanLine(raw.replace(DIRECTION, ""));
}

/** Format only, not whether the name is free. `own`: names of the site itself. */
export function nameProblem(name: string, email: string, own: string[] = []): FieldError | null {
  const key = nameKey(name);
  const wrong = (code: FieldError["code"], params?: FieldError["params"]): FieldError => ({ field: "name", code, params });
  if (name === "") return wrong("required");
  if (key === nameKey(email)) return wrong("name_is_email");
  if (/^[@＠]/u.test(name)) return wrong("name_starts_with_at");
  if (key.includes("@") || key.includes("://")) return wrong("name_contact");
  if (ALIKE.filter((alphabet) => alphabet.test(name)).length > 1) return wrong("name_characters");
  // In the key some letters decompose into a space and a mark.
  if (![name, key].every((text) => CHARACTERS.test(text) && !INVISIBLE.test(text) && !STRAY_MARKS.test(text)))
    return wrong("name_characters");
  if (textLength(name) < NAME_LENGTH.min) return wrong("too_short", { min: NAME_LENGTH.min });
  if (textLength(name) > NAME_LENGTH.max || [...name].length > NAME_CODE_POINTS)
    return wrong("too_long", { max: NAME_LENGTH.max });
  if (!LETTER_OR_DIGIT.test(name)) return wrong("name_characters");
  if (PHONE.test(key) || ADDRESS.test(key) || MESSENGER.test(key) || findsContact(key)) return wrong("name_contact");
  const house = new Set([...RESERVED_LOOKS, ...own.flatMap((word) => looksOf(nameKey(word)))]);
  if (looksOf(key).some((look) => house.has(look))) return wrong("name_reserved");
  return null;
}

/** `Admin_1`, `a.d.m.i.n` and `ádm1n` all look like `admin`; trailing digits may stand for letters. */
function looksOf(key: string): string[] {
  const bare = key.replace(/[-_.\s]/g, "");
  const word = bare.replace(/\p{Nd}+$/u, "");
  const digits = [...bare.slice(word.length)];
  return [...digits, ""].map((_, length) => skeleton(word + digits.slice(0, length).join("")));
}
