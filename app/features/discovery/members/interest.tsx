import { InterestIcon } from "#app/ui/interest-icon.tsx";
import { INTERESTS, type Interest } from "#db/schema/interests.ts";

const known: ReadonlySet<string> = new Set(INTERESTS);

/** Undefined for a code that only an upstream defines. */
export function interestIcon(code: string) {
  return isInterest(code) ? <InterestIcon name={code} /> : undefined;
}

export function isInterest(code: string): code is Interest {
  return known.has(code);
}
