import { describe, expect, test } from "vitest";
import { PLAIN_SDP, REFUSED_SDPS, SECRET_ADDRESSES, sdpWith, TELLING_LINES } from "#tests/setup/hostile-sdp.ts";
import { cleanCandidate, type SignalRules } from "./call-candidate.ts";
import { cleanSdp } from "./call-sdp.ts";
import { cleanSignal } from "./call-signal.ts";

const RELAY = "198.51.100.200";
const STRICT: SignalRules = { direct: false, relays: [RELAY] };
const RULES: SignalRules[] = [STRICT, { direct: false, relays: null }];
const DIRECT: SignalRules = { direct: true, relays: null };

test("what a browser writes passes, and reading it again changes nothing", () => {
  for (const rules of [...RULES, DIRECT]) {
    const clean = cleanSdp(PLAIN_SDP, rules) ?? "";
    expect(clean).toContain("m=audio 9 UDP/TLS/RTP/SAVPF 111 0\r\nc=IN IP4 0.0.0.0\r\n");
    for (const kept of [
      "a=fingerprint:sha-256 AB",
      "a=ice-ufrag:abcd",
      "a=rtpmap:111 opus/48000/2",
      "a=group:BUNDLE 0",
      "a=mid:0",
    ])
      expect(clean).toContain(kept);
    expect(cleanSdp(clean, rules)).toBe(clean);
  }
});

test("the relay's candidate passes without the address behind it", () => {
  const line = `candidate:1 1 udp 41885439 ${RELAY} 50000 typ relay raddr 192.168.7.23 rport 54321 generation 0 ufrag abcd network-id 1`;
  const clean = `candidate:10261368 1 udp 33562367 ${RELAY} 50000 typ relay raddr 0.0.0.0 rport 0 generation 0 ufrag abcd`;
  expect(cleanCandidate(line, STRICT)).toBe(clean);
  expect(cleanSdp(sdpWith(`a=${line}`), STRICT)).toContain(`a=${clean}\r\n`);
  expect(cleanCandidate(line.replace(RELAY, "198.51.100.201"), STRICT), "a foreign candidate").toBeNull();
  expect(cleanCandidate(line.replace(RELAY, "198.51.100.201"), RULES[1] as SignalRules)).not.toBeNull();
});

test("an address of the relay is known in each of its spellings", () => {
  const rules = { direct: false, relays: ["2001:DB8::1:0:0:9", RELAY] };
  const line = (address: string) => `candidate:1 1 udp 41885439 ${address} 50000 typ relay`;
  for (const address of ["2001:db8::1:0:0:9", "2001:db8:0:0:1::9", "2001:0db8:0:0:1:0:0:0009"])
    expect(cleanCandidate(line(address), rules), address).toContain(` ${address} `);
  for (const address of ["2001:db8::1:0:0:8", "198.51.100.201", "::", "::ffff:198.51.100.200"])
    expect(cleanCandidate(line(address), rules), address).toBeNull();
});

test("neither the kind of the sender's network nor its address shows in numbers", () => {
  const line = (foundation: string, priority: number) =>
    cleanCandidate(`candidate:${foundation} 1 udp ${priority} ${RELAY} 50000 typ relay`, STRICT);
  // Chromium hashes the base address into the foundation. Both engines count the kind of network in bits 16 to 23.
  expect(line("3502812345", 0x02_1e_a0_ff)).toBe(line("77", 0x02_7f_a0_ff));
  expect(line("1", 0x02_1e_a0_ff), "the kind of candidate and of address still count").not.toBe(line("1", 0x01_1e_a0_ff));
  const found = [RELAY, "203.0.113.8"].map((address) =>
    cleanCandidate(`candidate:1 1 udp 99 ${address} 50000 typ srflx raddr 10.0.0.1 rport 1`, DIRECT),
  );
  expect(new Set(found.map((one) => one?.split(" ")[0])).size, "one foundation for each address").toBe(2);
});

describe.each(TELLING_LINES)("%s", (line) => {
  test("tells no address to a member who did not choose the direct way", () => {
    for (const sdp of [sdpWith(line), PLAIN_SDP.replace("a=group", `${line}\r\na=group`)]) {
      const clean = cleanSdp(sdp, STRICT);
      expect(clean).not.toBeNull();
      for (const address of SECRET_ADDRESSES) expect(clean).not.toContain(address);
    }
  });
});

test("descriptions that no browser writes are refused", () => {
  expect(REFUSED_SDPS.length).toBeGreaterThan(20);
  for (const sdp of REFUSED_SDPS) expect(cleanSdp(sdp, DIRECT), JSON.stringify(sdp.slice(0, 80))).toBeNull();
});

test("the direct way lets host and reflexive candidates pass, but never what is behind them", () => {
  const [mdns, reflexive] = ["b7f0c9e2-0000-4000-8000-123456789abc.local", "203.0.113.77"];
  expect(cleanCandidate(`candidate:1 1 udp 1 ${mdns} 9 typ host`, DIRECT)).toMatch(
    /^candidate:\d+ 1 udp 1 \S+\.local 9 typ host$/,
  );
  expect(cleanCandidate(`candidate:1 1 udp 1 ${reflexive} 9 typ srflx raddr 192.168.7.23 rport 9`, DIRECT)).toMatch(
    /^candidate:\d+ 1 udp 1 203\.0\.113\.77 9 typ srflx raddr 0\.0\.0\.0 rport 0$/,
  );
  expect(cleanCandidate("candidate:1 1 udp 1 evil.example 9 typ host", DIRECT)).toBeNull();
});

test("no mixture of lines, and no single changed character, lets an address through", () => {
  const random = mulberry(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let round = 0; round < 2_000; round++) {
    const lines = PLAIN_SDP.split("\r\n");
    for (let count = 0; count < 4; count++) lines.splice(1 + Math.floor(random() * (lines.length - 1)), 0, pick(TELLING_LINES));
    let sdp = lines.join(pick(["\r\n", "\n"]));
    const at = Math.floor(random() * sdp.length);
    // A changed character must not be within an address: it would be another one.
    const next = pick([" ", ":", "=", "\r\n", "a", "/", "\t", ""]);
    if (!/[\d.]/.test(sdp[at] ?? "")) sdp = sdp.slice(0, at) + next + sdp.slice(at + 1);
    const clean = cleanSdp(sdp, STRICT);
    if (clean === null) continue;
    for (const address of SECRET_ADDRESSES) expect(clean, sdp).not.toContain(address);
    const numbers = clean.match(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g) ?? [];
    expect(numbers.filter((one) => one !== "0.0.0.0" && one !== RELAY)).toEqual([]);
  }
});

test("signals of another shape are refused", () => {
  const shapes: unknown[] = [
    ...[null, 1, "say", [], {}, { say: "hello" }, { say: "shown", more: 1 }, { sdp: PLAIN_SDP }, { other: null }],
    ...[{ sdp: { type: "rollback", sdp: PLAIN_SDP } }, { sdp: { type: "pranswer", sdp: PLAIN_SDP } }, { sdp: { type: "offer" } }],
    ...[{ sdp: { type: "offer", sdp: PLAIN_SDP, extra: 1 } }, { candidate: "candidate" }, { candidate: {} }],
    ...[{ candidate: { candidate: "", sdpMid: "192.168.7.23" } }, { candidate: { candidate: "", sdpMLineIndex: 1.5 } }],
    ...[{ candidate: { candidate: "", usernameFragment: "a.b" } }, { candidate: { candidate: "x".repeat(501) } }],
  ];
  for (const shape of shapes) expect(cleanSignal(shape, DIRECT).is, JSON.stringify(shape)).toBe("refused");
  expect(cleanSignal({ candidate: { candidate: "candidate:1 1 udp 1 192.168.7.23 9 typ host" } }, STRICT).is).toBe("withheld");
  expect(cleanSignal({ candidate: null }, STRICT)).toEqual({ is: "passed", signal: { candidate: null } });
  expect(cleanSignal({ say: "shown" }, STRICT).is).toBe("passed");
});

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
