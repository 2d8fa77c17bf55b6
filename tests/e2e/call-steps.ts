import type { Page } from "playwright";
import { expect } from "vitest";

/** A camera and a microphone of Chromium's own, which each page may use. */
export const DEVICES = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
/** The relay's ports on loopback; a browser's own sockets have others. */
const RELAYED = { least: 30_000, most: 31_999 };

type Watched = typeof globalThis & { connections: RTCPeerConnection[] };

/** Keeps the connections of each document, before one can be opened, and returns the signals of all sockets. */
export async function watchCalls(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    (globalThis as Watched).connections = connections;
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        connections.push(this);
      }
    };
  });
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

/** What has come from the other browser over the page's newest connection. */
export function received(page: Page): Promise<Received> {
  return page.evaluate(async () => {
    const found = { energy: 0, frames: 0, width: 0, way: [] as string[] };
    const stats = await (globalThis as Watched).connections.at(-1)?.getStats();
    for (const one of stats?.values() ?? []) {
      if (one.type === "inbound-rtp" && one.kind === "audio") found.energy += one.totalAudioEnergy ?? 0;
      if (one.type === "inbound-rtp" && one.kind === "video") {
        found.frames += one.framesDecoded ?? 0;
        found.width = one.frameWidth ?? 0;
      }
      if (one.type === "transport" && one.selectedCandidatePairId) {
        const pair = stats?.get(one.selectedCandidatePairId);
        found.way = [pair.localCandidateId, pair.remoteCandidateId].map((id) => stats?.get(id).candidateType);
      }
    }
    return found;
  });
}

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
