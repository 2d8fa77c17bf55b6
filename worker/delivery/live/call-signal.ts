import { cleanCandidate, type SignalRules } from "./call-candidate.ts";
import { cleanSdp } from "./call-sdp.ts";
import { CALL_WORDS, type CallSignal } from "./live.protocol.ts";

const MID = /^[A-Za-z0-9]{0,16}$/;
const UFRAG = /^[A-Za-z0-9+/]{1,256}$/;

/** `refused`: no browser writes it. `withheld`: a candidate that tells an address. */
export type Cleaned = { is: "passed"; signal: CallSignal } | { is: "withheld" } | { is: "refused" };

const REFUSED: Cleaned = { is: "refused" };

/** What the other member's browser may receive of a signal. Pure: the browser asks it too, before it sends. */
export function cleanSignal(data: unknown, rules: SignalRules): Cleaned {
  const [name, value, ...more] = isObject(data) ? Object.entries(data).flat() : [];
  if (more.length > 0) return REFUSED;
  if (name === "say") return CALL_WORDS.some((word) => word === value) ? { is: "passed", signal: data as CallSignal } : REFUSED;
  if (name === "candidate") return value === null ? { is: "passed", signal: { candidate: null } } : candidateOf(value, rules);
  if (name !== "sdp" || !isObject(value) || !hasOnly(value, ["type", "sdp"])) return REFUSED;
  const { type, sdp } = value;
  if ((type !== "offer" && type !== "answer") || typeof sdp !== "string") return REFUSED;
  const clean = cleanSdp(sdp, rules);
  return clean === null ? REFUSED : { is: "passed", signal: { sdp: { type, sdp: clean } } };
}

function candidateOf(value: unknown, rules: SignalRules): Cleaned {
  if (!isObject(value) || !hasOnly(value, ["candidate", "sdpMid", "sdpMLineIndex", "usernameFragment"])) return REFUSED;
  const { candidate, sdpMid = null, sdpMLineIndex: index = null, usernameFragment: fragment = null } = value;
  if (typeof candidate !== "string" || candidate.length > 500) return REFUSED;
  if (sdpMid !== null && (typeof sdpMid !== "string" || !MID.test(sdpMid))) return REFUSED;
  if (index !== null && !(Number.isInteger(index) && (index as number) >= 0 && (index as number) < 16)) return REFUSED;
  if (fragment !== null && (typeof fragment !== "string" || !UFRAG.test(fragment))) return REFUSED;
  // The empty one ends the candidates of a generation: RFC 8838 section 9.3.
  const clean = candidate === "" ? "" : cleanCandidate(candidate, rules);
  if (clean === null) return { is: "withheld" };
  const signal = { candidate: { candidate: clean, sdpMid, sdpMLineIndex: index as number | null, usernameFragment: fragment } };
  return { is: "passed", signal };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
