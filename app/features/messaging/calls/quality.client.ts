/** A share of lost packets and a time of travel, in seconds, with which speech is hard to follow. */
const LOST = 0.1;
const SLOW = 0.8;

interface RemoteInbound {
  type: string;
  fractionLost?: number;
  roundTripTime?: number;
}

/** Statistics that the peer reports about the stream of this page (RTCP). */
export function isWeak(stats: Iterable<[string, RemoteInbound]> | RTCStatsReport): boolean {
  for (const [, { type, fractionLost = 0, roundTripTime = 0 }] of stats as Iterable<[string, RemoteInbound]>)
    if (type === "remote-inbound-rtp" && (fractionLost > LOST || roundTripTime > SLOW)) return true;
  return false;
}
