import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakePeer } from "#tests/setup/fake-peer.ts";
import type { Relay, SignalData } from "./call-frames.client.ts";
import { Peer, type PeerState } from "./peer.client.ts";

const RELAY: Relay = {
  ice_servers: [{ urls: ["turn:relay.example"], username: "u1", credential: "c1" }],
  until: "",
  policy: "relay",
};
const track = (id: string) => ({ id }) as MediaStreamTrack;

let fakes: FakePeer[];
let said: SignalData[];
let states: PeerState[];
const last = () => fakes.at(-1) as FakePeer;

function peerOf(caller: boolean): Peer {
  const deps = {
    create: (configuration: RTCConfiguration) => {
      fakes.push(new FakePeer(configuration));
      return last() as unknown as RTCPeerConnection;
    },
    say: (data: SignalData) => said.push(data),
    onTrack: () => {},
    onState: (state: PeerState) => states.push(state),
  };
  return new Peer(deps, { caller, relay: RELAY });
}
const offers = async () => {
  last().onnegotiationneeded?.();
  await vi.waitFor(() => expect(said.length).toBeGreaterThan(0));
};

beforeEach(() => {
  [fakes, said, states] = [[], [], []];
});
afterEach(() => void vi.useRealTimers());

test("only through the relay, and what is said names no address of this device", async () => {
  peerOf(true);
  expect(last().configuration.iceTransportPolicy).toBe("relay");
  await offers();
  last().onicecandidate?.({ candidate: { candidate: "candidate:1 1 udp 1 192.168.1.20 9 typ host", sdpMid: "0" } });
  last().onicecandidate?.({ candidate: { candidate: "" } });
  last().onicecandidate?.({ candidate: null });
  expect(said).toEqual([{ sdp: { type: "offer", sdp: "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\nc=IN IP4 0.0.0.0\r\n" } }]);
});

test("new credentials keep the way: over the relay alone, until a page is told otherwise", async () => {
  const peer = peerOf(true);
  const renewed = { ...RELAY, ice_servers: [{ urls: ["turn:relay.example"], username: "u2", credential: "c2" }] };
  peer.configure(renewed);
  expect(last().configuration).toMatchObject({ iceTransportPolicy: "relay", iceServers: [{ username: "u2" }] });
  await peer.hear({ say: "fresh" });
  expect([fakes.length, last().configuration]).toMatchObject([
    2,
    { iceTransportPolicy: "relay", iceServers: [{ username: "u2" }] },
  ]);
  peer.configure({ ...renewed, policy: "all" });
  expect(last().configuration.iceTransportPolicy).toBe("all");
});

test("the callee answers the caller's offer with its own tracks; a camera that comes later needs no offer", async () => {
  const peer = peerOf(false);
  peer.send("audio", track("voice"));
  await peer.hear({ sdp: { type: "offer", sdp: "v=0" } });
  expect([last().did, last().sent]).toEqual([["remote offer", "answer"], { audio: track("voice"), video: null }]);
  expect(
    last()
      .getTransceivers()
      .map(({ direction }) => direction),
  ).toEqual(["sendrecv", "sendrecv"]);
  peer.send("video", track("camera"));
  expect([said.length, last().sent.video]).toEqual([1, track("camera")]);
});

test("two offers at once: the caller's holds, the callee takes its own back", async () => {
  const caller = peerOf(true);
  await offers();
  await caller.hear({ sdp: { type: "offer", sdp: "v=0" } });
  await caller.hear({ candidate: { candidate: "of the ignored offer", sdpMid: "0", sdpMLineIndex: 0, usernameFragment: null } });
  expect(last().did.filter((what) => what.startsWith("remote"))).toEqual([]);
  said.length = 0;
  const callee = peerOf(false);
  await offers();
  await callee.hear({ sdp: { type: "offer", sdp: "v=0" } });
  expect(last().did).toEqual(["offer", "remote offer", "answer"]);
});

test("a lost path is looked for at once and every four seconds until it is there", () => {
  vi.useFakeTimers();
  peerOf(true);
  last().becomes("connected");
  last().becomes("disconnected");
  vi.advanceTimersByTime(8_000);
  const tries = () => last().did.filter((what) => what === "restart").length;
  expect([states, tries()]).toEqual([["connected", "interrupted"], 3]);
  last().becomes("connected");
  vi.advanceTimersByTime(20_000);
  expect(tries()).toBe(3);
});

test("a page that was loaded anew gets a new connection with the same tracks", async () => {
  const peer = peerOf(true);
  peer.send("audio", track("voice"));
  await peer.hear({ say: "fresh" });
  await peer.hear({ sdp: { type: "answer", sdp: "v=0" } });
  expect(fakes.map(({ did }) => did)).toEqual([["close"], ["remote answer"]]);
  expect(fakes[1]?.sent).toEqual({ audio: track("voice"), video: null });
});
