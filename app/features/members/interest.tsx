import { InterestIcon } from "#app/ui/interest-icon.tsx";
import { INTERESTS, type Interest } from "#db/schema/attributes.ts";

const known: ReadonlySet<string> = new Set(INTERESTS);

/** The drawing of an interest. A code that an upstream knows and we do not has none. */
export function interestIcon(code: string) {
  return known.has(code) ? <InterestIcon name={code as Interest} /> : undefined;
}
