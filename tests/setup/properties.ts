/** Defined by vitest.config.ts: true under `npm run proof`. */
declare const __PROOF__: boolean;

/** The share of its runs that a property makes in `npm test`. */
const SHARE = 0.1;

/** How often a property runs that `full` runs prove. Counts that a test asks of its runs scale alike. */
export const runs = (full: number): number => (__PROOF__ ? full : Math.ceil(full * SHARE));
