import { DAY } from "./limits.ts";

/** A clock must run without a gap for this long (ms) before irreversible work trusts it. */
export const STEADY_TO_ERASE = DAY;
