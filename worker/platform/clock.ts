import { DAY } from "./durations.ts";

/** Ms for which a clock must run without a gap before irreversible work trusts it. */
export const STEADY_TO_ERASE = DAY;
