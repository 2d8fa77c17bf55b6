import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#app/live/live-event.ts";
import { FakePeer } from "#tests/setup/fake-peer.ts";
import { CallEngine } from "./call-engine.client.ts";
import type { Call, CallFrame, Started } from "./call-frames.client.ts";
import type { SavedCall } from "./call-memory.client.ts";
import { GIVE_UP } from "./call-session.client.ts";
import { Media } from "./media.client.ts";

const RING_FOR = 45_000;

/** The server and the other browser, as far as this page meets them. */
class World {
  call = {
    ...{ id: "c1", conversation: "chat", role: "caller", kind: "video", state: "ringing", ending: null, answered_at: null },
    ...{ seconds: 0, price: { per: "free", credits: 0 }, credits: 0, direct: false, first: false },
  } as unknown as Call;
  readonly frames: CallFrame[] = [];
  readonly ends: string[] = [];
  readonly keys: string[] = [];
  readonly peers: FakePeer[] = [];
  readonly saved = new Map<string, SavedCall>();
  refusal: { code: string; message: string } | null = null;
  denied = false;
  /** What happens between the ring and the response that tells of it. */
  rings: (() => void) | null = null;
  /** The call in the next response, read before what came meanwhile. */
  late: Call | null = null;
  #listeners = new Set<(event: LiveEvent) => void>();

  engine(): CallEngine {
    const track = (kind: string) => Object.assign(new EventTarget(), { kind, enabled: true, stop() {}, getSettings: () => ({}) });
    const devices = {
      getUserMedia: async (asked?: MediaStreamConstraints) => {
        if (this.denied) throw Object.assign(new Error(), { name: "NotAllowedError" });
        const [audio, video] = [asked?.audio ? [track("audio")] : [], asked?.video ? [track("video")] : []];
        return { getAudioTracks: () => audio, getVideoTracks: () => video, getTracks: () => [] } as unknown as MediaStream;
      },
      enumerateDevices: async () => [],
    };
    const blur = () => ({ track: track("blurred") as unknown as MediaStreamTrack, stop() {} });
    return new CallEngine({
      conversation: "chat",
      ringFor: RING_FOR,
      api: {
        start: async ({ client_id }) => {
          this.keys.push(client_id);
          this.rings?.();
          return this.#started().call;
        },
        answer: async () => {
          this.answered();
          // The answer's frame may overtake its response.
          await this.says({ type: "call_taken", call: "c1", ended: false });
          return this.#started();
        },
        renew: async () => this.#started(),
        find: async () => ({ ...this.call }),
        end: async (_, ending) => {
          this.ends.push(ending);
          return this.ended(ending);
        },
      },
      live: {
        listen: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
        send: (frame) => this.frames.push(frame) > 0,
      },
      media: (onLost) => new Media({ devices, blur, savesData: false, onLost }),
      connect: (configuration) => {
        this.peers.push(new FakePeer(configuration));
        return this.peers.at(-1) as unknown as RTCPeerConnection;
      },
      memory: {
        read: (id) => this.saved.get(id) ?? null,
        write: (id, saved) => this.saved.set(id, structuredClone(saved)),
        forget: (id) => this.saved.delete(id),
      },
      onBegun: () => {},
    });
  }
  answered(): void {
    this.call = { ...this.call, state: "active", answered_at: "2026-11-30T12:00:00.000Z" };
  }
  ended(ending: Call["ending"]): Call {
    if (this.call.state !== "ended") this.call = { ...this.call, state: "ended", ending };
    return { ...this.call };
  }
  async says(event: LiveEvent): Promise<void> {
    for (const listener of this.#listeners) listener(event);
    await settled();
  }
  words(): string[] {
    return this.frames.flatMap((frame) => (frame.type === "signal" && "say" in frame.data ? [frame.data.say] : []));
  }
  #started(): Started {
    if (this.refusal) throw this.refusal;
    const call = this.late ?? { ...this.call };
    this.late = null;
    return { call, relay: { ice_servers: [], until: "", policy: "relay" } };
  }
}

let world: World;
let engine: CallEngine;
const phase = () => engine.store.state.phase;
const settled = () => vi.advanceTimersByTimeAsync(0);
const start = () => engine.start({ video: true, direct: false, price: { per: "free", credits: 0 } });
async function talk(): Promise<void> {
  await start();
  world.answered();
  await world.says({ type: "call_answered", call: "c1", direct: false });
  world.peers.at(-1)?.becomes("connected");
}
async function reload(): Promise<void> {
  engine.close();
  engine = world.engine();
  await engine.open({ ...world.call }, null);
}
async function rung(answer: "video" | "voice" | null): Promise<void> {
  world.call = { ...world.call, role: "callee" };
  await engine.open({ ...world.call }, answer);
}

beforeEach(() => {
  vi.useFakeTimers();
  world = new World();
  engine = world.engine();
});
afterEach(() => {
  engine.close();
  vi.useRealTimers();
});

test("a call rings, is answered and runs; the other one learns what is off, and that the picture is blurred", async () => {
  await start();
  expect(phase()).toBe("ringing");
  world.answered();
  await world.says({ type: "call_answered", call: "c1", direct: false });
  expect(phase()).toBe("connecting");
  world.peers[0]?.becomes("connected");
  expect([phase(), world.words()]).toEqual(["active", ["camera_on", "hidden", "unmuted"]]);
  expect(world.peers[0]?.sent.video).toMatchObject({ kind: "blurred" });
  engine.own.show(true);
  await settled();
  expect([world.words().at(-1), world.peers[0]?.sent.video]).toMatchObject(["shown", { kind: "video" }]);
});

test("nobody answers: the page ends the call as missed, and can ring again", async () => {
  await start();
  await vi.advanceTimersByTimeAsync(RING_FOR);
  expect([phase(), world.ends]).toEqual(["ended", ["missed"]]);
  engine.again();
  expect(phase()).toBe("ready");
});

test("without a microphone nothing rings, and the page says why", async () => {
  world.denied = true;
  await start();
  expect([phase(), engine.store.state.microphone, world.frames]).toEqual(["ready", "denied", []]);
});

test("a page that was loaded anew and gets no microphone ends its call, and says why", async () => {
  await talk();
  world.denied = true;
  await reload();
  expect([phase(), world.ends, engine.store.state.microphone]).toEqual(["ended", ["failed"], "denied"]);
});

test("a refused call leaves the page where it was, with the server's words", async () => {
  world.refusal = { code: "call_busy", message: "In another call." };
  await start();
  expect([phase(), engine.store.state.refusal]).toEqual(["ready", world.refusal]);
});

test("a call that was answered before its response came is joined, whatever the response says", async () => {
  world.rings = () => world.answered();
  await start();
  expect([phase(), world.peers.length]).toEqual(["connecting", 1]);
  engine.close();
  world = new World();
  engine = world.engine();
  const ringing = { ...world.call };
  world.rings = () => {
    world.answered();
    world.late = ringing;
  };
  await start();
  expect([phase(), world.peers.length]).toEqual(["connecting", 1]);
  engine.close();
  world = new World();
  engine = world.engine();
  world.rings = () => world.ended("declined");
  await start();
  expect([phase(), engine.store.state.call?.ending, world.frames]).toEqual(["ended", "declined", []]);
});

test("a call whose response is lost is found by its state, and not left ringing", async () => {
  world.rings = () => {
    world.answered();
    throw { code: "unreachable", message: "" };
  };
  await start();
  expect([phase(), world.peers.length]).toEqual(["connecting", 1]);
});

test("a press repeats what got no answer, and never what was refused", async () => {
  world.call = { ...world.call, conversation: "another" };
  for (const code of ["unreachable", "call_over", "call_busy"]) {
    world.refusal = { code, message: "" };
    await start();
  }
  const [first, second, third] = world.keys;
  expect([second === first, third === second, phase()]).toEqual([true, false, "ready"]);
});

test("a ring that was accepted on another page is answered at once; a link alone answers nothing", async () => {
  await rung(null);
  expect([phase(), world.call.state]).toEqual(["incoming", "ringing"]);
  engine.close();
  engine = world.engine();
  await rung("voice");
  expect([phase(), world.peers.length]).toEqual(["connecting", 1]);
});

test("a first call that was accepted on another page waits for a press beside what to know before", async () => {
  world.call = { ...world.call, first: true };
  await rung("video");
  expect([phase(), world.call.state, engine.own.microphone]).toEqual(["incoming", "ringing", null]);
  await engine.answer({ video: true, direct: false });
  expect(phase()).toBe("connecting");
});

test("another device answers: this page stops, and says where the call is", async () => {
  await rung(null);
  await world.says({ type: "call_taken", call: "c1", ended: false });
  expect(phase()).toBe("elsewhere");
});

test("a page that is opened beside the call does not take it; the reloaded one goes on with it", async () => {
  await talk();
  const beside = new World();
  beside.answered();
  const other = beside.engine();
  await other.open({ ...beside.call }, null);
  expect(other.store.state.phase).toBe("elsewhere");
  await reload();
  expect([phase(), world.words().includes("fresh"), world.peers.length]).toEqual(["connecting", true, 2]);
});

test("a page that was loaded anew sends no sound before a press", async () => {
  await talk();
  expect(world.peers[0]?.sent.audio).toMatchObject({ enabled: true });
  await reload();
  expect([engine.store.state.muted, world.words().at(-1)]).toEqual([true, "muted"]);
  expect(world.peers.at(-1)?.sent.audio).toMatchObject({ enabled: false });
  engine.own.mute(false);
  expect([engine.store.state.muted, world.words().at(-1)]).toEqual([false, "unmuted"]);
  expect(world.peers.at(-1)?.sent.audio).toMatchObject({ enabled: true });
});

test("after a lost socket it asks for what it missed, and finds an answer and an end that no frame has told", async () => {
  await start();
  world.answered();
  const hello = { type: "hello", counters: { unread_messages: 0, new_likes: 0 }, changed: true } as const;
  await world.says(hello);
  expect(phase()).toBe("connecting");
  world.ended("hung_up");
  world.frames.length = 0;
  await world.says(hello);
  expect([phase(), world.frames[0]]).toEqual([
    "ended",
    { type: "call_here", call: "c1", device: expect.any(String), received: 0 },
  ]);
});

test("a lost path is told, and ends the call only when it stays lost", async () => {
  await talk();
  world.peers[0]?.becomes("disconnected");
  await vi.advanceTimersByTimeAsync(GIVE_UP - 1_000);
  expect(phase()).toBe("reconnecting");
  world.peers[0]?.becomes("connected");
  await vi.advanceTimersByTimeAsync(GIVE_UP);
  expect([phase(), world.ends]).toEqual(["active", []]);
  world.peers[0]?.becomes("failed");
  await vi.advanceTimersByTimeAsync(GIVE_UP);
  expect([phase(), world.ends]).toEqual(["ended", ["failed"]]);
});

test("an end closes the connection and gives the devices back, on both sides", async () => {
  await talk();
  await world.says({ type: "signal", call: "c1", n: 1, data: { say: "muted" } });
  expect(engine.store.state.theirs.muted).toBe(true);
  world.ended("gone");
  await world.says({ type: "call_ended", call: "c1", ending: "gone" });
  expect([phase(), engine.store.state.call?.ending, world.peers[0]?.did.at(-1)]).toEqual(["ended", "gone", "close"]);
  expect([engine.own.microphone, world.saved.size]).toEqual([null, 0]);
});
