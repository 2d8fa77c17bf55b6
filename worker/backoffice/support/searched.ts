import { parseEmail } from "#worker/people/identity/email.ts";
import type { Seen } from "#worker/platform/answer.ts";
import { nameKey } from "#worker/platform/text.ts";
import { typedLine } from "#worker/platform/typed.ts";

/** The id of a member who was found by it, else the kind of what was typed. */
export function searched(query: string, found: string): Seen {
  const text = typedLine(query);
  if (found.split(".").includes(text)) return { id: text, reason: "id" };
  if (text.includes("@")) return { typed: parseEmail(text) ?? text.toLowerCase(), reason: "address" };
  return { typed: nameKey(text), reason: "name" };
}
