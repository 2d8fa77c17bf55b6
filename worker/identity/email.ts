import type { FieldError } from "../lib/errors.ts";
import { cleanLine } from "../lib/text.ts";

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** What cannot be seen at either end of an address: texts that it was copied from bring it along. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}+|\p{Default_Ignorable_Code_Point}+$/gu;

/**
 * The address as it is stored: lower case, a foreign domain in its ASCII form (RFC 5891), at most 254 characters.
 * Null for anything that is no address of this kind; dots and plus signs stay, they are the owner's.
 */
export function parseEmail(raw: string): string | null {
  const text = cleanLine(cleanLine(raw).replace(UNSEEN, "")).toLowerCase();
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = asciiDomain(text.slice(at + 1));
  const email = `${local}@${domain}`;
  return local.length <= 64 && LOCAL.test(local) && domain !== null && DOMAIN.test(domain) && email.length <= 254 ? email : null;
}

/** What to say of a typed text that is no address. */
export function noEmail(typed: string, code: "invalid_email" | "new_email_invalid" = "invalid_email"): FieldError {
  return { field: "email", code: typed.trim() === "" ? "required" : code };
}

function asciiDomain(domain: string): string | null {
  // The middle dot stands between two l in Catalan.
  if (!/^[\p{L}\p{M}\p{N}.·-]+$/u.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null; // no host name in any alphabet
  }
}
