import fc from "fast-check";

/** Defined by vitest.config.ts: true under `npm run proof`. */
declare const __PROOF__: boolean;

/** Share of property runs in `npm test`. */
const SHARE = 0.1;

/** Number of runs of a property with `full` runs in the proof. Minimum counts in tests scale alike. */
export const runs = (full: number): number => (__PROOF__ ? full : Math.ceil(full * SHARE));

/** A part of all cases in `npm test`; the proof takes the rest as well. */
export const inFull = <T>(part: T[], rest: T[]): T[] => (__PROOF__ ? [...part, ...rest] : part);

/** `npm test` repeats the same cases, so that a count of rare cases cannot miss by chance; the proof draws new ones. */
if (!__PROOF__) fc.configureGlobal({ seed: 20_261_122 });
