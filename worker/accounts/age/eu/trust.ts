/** A certificate that may sign, or has signed the certificate of, a proof of age. */
export interface TrustAnchor {
  /** Of the issuer, as the list names it. */
  name: string;
  /** ISO 3166-1 alpha-2 of the list's entry. */
  country: string;
  /** Of the certificate, as the library of certificates writes it. */
  subject: string;
  /** Base64 of DER. */
  certificate: string;
}

/** The trusted list as it is kept: JSON. Times are ISO 8601. */
export interface TrustedList {
  /** Where it was read: an address or the name of a file. */
  source: string;
  sequence: number;
  issued: string;
  /** From then on, the list is expired (ETSI TS 119 612 5.3.15). */
  nextUpdate: string;
  /** When this copy was read, or found unchanged. */
  read: string;
  anchors: TrustAnchor[];
}

/** `old` still verifies, but no newer copy was read for a week: staff are warned. `none` and `expired` stop the method. */
export type TrustState = "fresh" | "old" | "expired" | "none";

const OLD_AFTER = 7 * 86_400_000;

/** @param now in ms */
export function trustState(list: TrustedList | null, now: number): TrustState {
  if (!list) return "none";
  if (now >= Date.parse(list.nextUpdate)) return "expired";
  return now - Date.parse(list.read) > OLD_AFTER ? "old" : "fresh";
}

/** An old list still verifies: its issuers are as trusted as the list says until it ends. */
export function isUsable(state: TrustState): boolean {
  return state === "fresh" || state === "old";
}
