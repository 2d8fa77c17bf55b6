import type { FieldError } from "#worker/platform/errors.ts";
import { nameKey } from "#worker/platform/text.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { PASSWORD_LENGTH } from "./lengths.vocabulary.ts";

/** Judges the NFKC form, which is the hashed one. Spaces count. */
export function passwordProblem(password: string, name: string, email: string): FieldError | null {
  const wrong = (code: FieldError["code"], params?: FieldError["params"]): FieldError => ({ field: "password", code, params });
  const length = [...password.normalize("NFKC")].length;
  if (length === 0) return wrong("required");
  const { min, max } = PASSWORD_LENGTH;
  if (length < min) return wrong("too_short", { min });
  if (length > max) return wrong("too_long", { max });
  const key = nameKey(password);
  const personal = [name, email.slice(0, email.lastIndexOf("@"))].map(nameKey).filter((word) => [...word].length >= 3);
  if (personal.some((word) => key.includes(word))) return wrong("password_personal");
  if (COMMON_PASSWORDS.has(key) || COMMON_PASSWORDS.has(key.replace(/[^\p{L}\p{N}]+$/u, "")) || isPattern(key))
    return wrong("password_common");
  return null;
}

function isPattern(key: string): boolean {
  const codes = [...key].map((character) => character.codePointAt(0) as number);
  if (new Set(codes).size <= 2) return true;
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] as number)));
  return steps.size === 1;
}
