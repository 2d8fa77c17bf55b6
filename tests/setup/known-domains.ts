import type { Domain } from "#worker/sites/domains/domain-file.ts";

/** By host; migrate.ts empties it for each file. A test that changes a domain of its contexts does so too. */
export const knownDomains = new Map<string, Domain>();

/** No test can change it for the next one. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
