import { InterestIcon } from "#app/ui/interest-icon.tsx";
import { INTERESTS, type Interest } from "#db/schema/attributes.ts";

const known: ReadonlySet<string> = new Set(INTERESTS);

/** Undefined for a code that only an upstream defines. */
export function interestIcon(code: string) {
  return known.has(code) ? <InterestIcon name={code as Interest} /> : undefined;
}
