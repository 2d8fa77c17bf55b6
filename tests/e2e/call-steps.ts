import type { Page } from "playwright";
import { expect } from "vitest";

/** A camera and a microphone of Chromium's own, which each page may use. */
export const DEVICES = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
/** The relay's ports on loopback; a browser's own sockets have others. */
const RELAYED = { least: 30_000, most: 31_999 };

export type Watched = typeof globalThis & { connections: RTCPeerConnection[]; signals: string[] };

/** In a page, before its scripts: keeps its connections, and the signals of its sockets. */
export function keepCalls(): void {
  const page = globalThis as Watched;
  Object.assign(page, { connections: [], signals: [] });
  const keep = (frame: unknown) => {
    if (String(frame).startsWith('{"type":"signal",')) page.signals.push(String(frame));
  };
  page.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      page.connections.push(this);
    }
  };
  page.WebSocket = class extends WebSocket {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener("message", ({ data }) => keep(data));
    }
    override send(frame: string) {
      keep(frame);
      super.send(frame);
    }
  };
}

/** Returns the signals of all sockets, also of earlier documents. */
export async function watchCalls(page: Page): Promise<string[]> {
  await page.addInitScript(keepCalls);
  const signals: string[] = [];
  const keep = ({ payload }: { payload: string | Buffer }) => {
    if (String(payload).startsWith('{"type":"signal",')) signals.push(String(payload));
  };
  page.on("websocket", (socket) => {
    socket.on("framesent", keep);
    socket.on("framereceived", keep);
  });
  return signals;
}

export const inPhase = (page: Page, phase: string) => page.locator(`[data-phase="${phase}"]`).waitFor();
export const ring = (page: Page) => page.getByRole("dialog", { name: /is calling/ });

export interface Received {
  /** Of the sound that was played. */
  energy: number;
  frames: number;
  /** In pixels. */
  width: number;
  /** Kinds of both ends of the way that is used. */
  way: string[];
}

/** In a page: what has come from the other browser over its newest connection. */
export async function receivedHere(): Promise<Received> {
  const found: Received = { energy: 0, frames: 0, width: 0, way: [] };
  const stats = await (globalThis as Watched).connections.at(-1)?.getStats();
  // Firefox has no statistics of the transport.
  const selected = [...(stats?.values() ?? [])].find(({ selectedCandidatePairId }) => selectedCandidatePairId);
  for (const one of stats?.values() ?? []) {
    if (one.type === "inbound-rtp" && one.kind === "audio") found.energy += one.totalAudioEnergy ?? 0;
    if (one.type === "inbound-rtp" && one.kind === "video") {
      found.frames += one.framesDecoded ?? 0;
      found.width = one.frameWidth ?? 0;
    }
    if (one.type === "candidate-pair" && (selected ? one.id === selected.selectedCandidatePairId : one.selected))
      found.way = [one.localCandidateId, one.remoteCandidateId].map((id) => stats?.get(id).candidateType);
  }
  return found;
}

export const received = (page: Page) => page.evaluate(receivedHere);

/** Sound and picture come, through the relay. */
export async function expectTalk(page: Page): Promise<void> {
  await expect.poll(async () => (await received(page)).energy).toBeGreaterThan(0);
  await expect.poll(async () => (await received(page)).frames).toBeGreaterThan(2);
  expect((await received(page)).way).toEqual(["relay", "relay"]);
}

/** No address but the relay's in any signal, sent or received. */
export function expectHidden(signals: string[]): void {
  const text = signals.join("\n");
  const candidates = [...text.matchAll(/candidate:\S+ \d+ \S+ \d+ (\S+) (\d+) typ (\w+)(?: raddr (\S+) rport (\d+))?/g)];
  expect(candidates.length).toBeGreaterThan(3);
  for (const [line, address, port, type, base, basePort] of candidates) {
    expect([line, type, address, base, basePort]).toEqual([line, "relay", "127.0.0.1", "0.0.0.0", "0"]);
    expect(Number(port), line).toBeGreaterThanOrEqual(RELAYED.least);
    expect(Number(port), line).toBeLessThanOrEqual(RELAYED.most);
  }
  expect(text.split("typ ").length - 1).toBe(candidates.length);
  const connections = [...text.matchAll(/(?:c|o)=[^\\]*IN (\S+ [\w.:]+)/g)].map(([, address]) => address);
  expect([...new Set(connections)]).toEqual(["IP4 0.0.0.0"]);
  const all = [...text.matchAll(/\d{1,3}(?:\.\d{1,3}){3}/g)].map(([address]) => address);
  expect([...new Set(all)].sort()).toEqual(["0.0.0.0", "127.0.0.1"]);
  expect(text).not.toMatch(/\.local\b|IP6|[\da-f]{4}::/);
}
