import { createRequire } from "node:module";

type Send = (data: unknown, options: { compress: boolean }) => void;

/** What the runner sends to the runtime: every module, to each runtime. Miniflare has no setting for it. */
export function sendUncompressed(): void {
  const { WebSocket } = createRequire(import.meta.resolve("miniflare"))("ws") as { WebSocket: { prototype: { send: Send } } };
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    send.call(this, data, { compress: false });
  };
}
