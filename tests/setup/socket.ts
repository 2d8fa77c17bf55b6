import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import type { LiveEvent } from "#app/live/live-event.ts";

/** Opens a WebSocket like a browser; records its events and close. */
export async function connect(token: string | null, headers: Record<string, string> = {}) {
  const cookie: Record<string, string> = token ? { cookie: `session=${token}` } : {};
  const answer = await exports.default.fetch("http://localhost/api/live.php", {
    headers: { upgrade: "websocket", origin: "http://localhost", ...cookie, ...headers },
  });
  const socket = answer.webSocket;
  const events: LiveEvent[] = [];
  let closed: { code: number } | null = null;
  socket?.accept();
  socket?.addEventListener("message", (event) => void events.push(JSON.parse(event.data as string)));
  socket?.addEventListener("close", (event) => void (closed = { code: event.code }));
  const seen = async (check: () => unknown) => expect.poll(check, { interval: 10 });
  return {
    status: answer.status,
    code: answer.status === 101 ? null : ((await answer.json()) as { error: { code: string } }).error.code,
    socket: socket as WebSocket,
    events,
    /** Waits for the first event of a type. */
    event: async (type: LiveEvent["type"]) => {
      await (await seen(() => events.some((event) => event.type === type))).toBe(true);
      return events.find((event) => event.type === type);
    },
    closedWith: async (code: number) => (await seen(() => closed?.code)).toBe(code),
    get closed() {
      return closed;
    },
  };
}
