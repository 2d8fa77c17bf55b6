import { expect, test } from "vitest";
import { strippedCandidate, strippedSdp } from "./strip.client.ts";

const RELAY =
  "candidate:1 1 udp 50339839 203.0.113.9 41050 typ relay raddr 198.51.100.7 rport 61234 generation 0 ufrag mlHc network-id 1 network-cost 999";

test("only the relay's address leaves the device, without the address behind it and the kind of network", () => {
  expect(strippedCandidate(RELAY, false)).toBe(
    "candidate:1 1 udp 50339839 203.0.113.9 41050 typ relay raddr 0.0.0.0 rport 0 generation 0 ufrag mlHc",
  );
  const others = [
    "candidate:1 1 udp 2122260223 192.168.1.20 61000 typ host generation 0 ufrag mlHc",
    "candidate:1 1 udp 2122260223 3a1c9a52-7d5f-4a8e-9a2e-8f8f8f8f8f8f.local 61000 typ host",
    "candidate:2 1 udp 1686052607 198.51.100.7 61234 typ srflx raddr 192.168.1.20 rport 61000",
    "candidate:3 1 udp 1 198.51.100.7 61234 typ prflx raddr 192.168.1.20 rport 61000",
    "candidate:4 1 tcp 1518280447 2001:db8::7 9 typ host tcptype active",
  ];
  expect(others.map((line) => strippedCandidate(line, false))).toEqual(others.map(() => null));
});

test("once both have chosen a direct connection, their own addresses leave too, but never one that only a peer has seen", () => {
  const found = (type: string) =>
    strippedCandidate(`candidate:1 1 udp 1 198.51.100.7 61234 typ ${type} raddr 192.168.1.20 rport 9`, true);
  expect([found("srflx"), found("prflx")]).toEqual([
    "candidate:1 1 udp 1 198.51.100.7 61234 typ srflx raddr 0.0.0.0 rport 0",
    null,
  ]);
  expect(strippedCandidate("candidate:1 1 udp 1 192.168.1.20 61234 typ host", true)).toBe(
    "candidate:1 1 udp 1 192.168.1.20 61234 typ host",
  );
});

test("a line that is no candidate leaves nothing", () => {
  for (const line of [
    "",
    "candidate:",
    "candidate:1 1 udp 1 a b typ relay",
    `${RELAY}\r\na=x`,
    `${RELAY} x`,
    RELAY.replace("relay", "other"),
  ])
    expect([line, strippedCandidate(line, false)]).toEqual([line, null]);
});

test("a session description names no address outside its relay candidates", () => {
  const sdp = [
    "v=0",
    "o=mozilla 345 2 IN IP4 198.51.100.7",
    "s=-",
    "t=0 0",
    "a=fingerprint:sha-256 D4:47:AE:F5:AD:01:AA:75:F0:AA:C5:B4:4E:AC:39:09:61:55:9E:16:1B:18:20:43:F8:93:50:5F:11:04:E4:FB",
    "m=audio 41094 UDP/TLS/RTP/SAVPF 111",
    "c=IN IP6 2001:db8::7",
    "a=rtcp:61234 IN IP4 198.51.100.7",
    `a=${RELAY}`,
    "a=candidate:1 1 udp 2122260223 192.168.1.20 61000 typ host",
    "a=remote-candidates:1 192.168.1.20 61000",
    "a=x-where:2001:db8:0:1::7",
    "a=rtpmap:111 opus/48000/2",
    "m=video 0 UDP/TLS/RTP/SAVPF 96",
  ].join("\r\n");
  expect(strippedSdp(sdp, false).split("\r\n")).toEqual([
    "v=0",
    "o=- 345 2 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    "a=fingerprint:sha-256 D4:47:AE:F5:AD:01:AA:75:F0:AA:C5:B4:4E:AC:39:09:61:55:9E:16:1B:18:20:43:F8:93:50:5F:11:04:E4:FB",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    "c=IN IP4 0.0.0.0",
    "a=rtcp:9 IN IP4 0.0.0.0",
    "a=candidate:1 1 udp 50339839 203.0.113.9 41050 typ relay raddr 0.0.0.0 rport 0 generation 0 ufrag mlHc",
    "a=rtpmap:111 opus/48000/2",
    "m=video 0 UDP/TLS/RTP/SAVPF 96",
    "",
  ]);
});
