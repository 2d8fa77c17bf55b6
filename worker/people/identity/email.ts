import type { FieldError } from "#worker/platform/errors.ts";
import { typedLine } from "#worker/platform/typed.ts";

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Lower case, ASCII domain (RFC 5891), at most 254 characters; keeps dots and plus signs. Null if invalid. */
export function parseEmail(raw: string): string | null {
  const text = typedLine(raw).toLowerCase();
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = asciiDomain(text.slice(at + 1));
  const email = `${local}@${domain}`;
  return local.length <= 64 && LOCAL.test(local) && domain !== null && DOMAIN.test(domain) && email.length <= 254 ? email : null;
}

export function noEmail(typed: string, code: "invalid_email" | "new_email_invalid" = "invalid_email"): FieldError {
  return { field: "email", code: typedLine(typed) === "" ? "required" : code };
}

function asciiDomain(domain: string): string | null {
  // Catalan uses the middle dot.
  if (!/^[\p{L}\p{M}\p{N}.·-]+$/u.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null; // no host name in any alphabet
  }
}
