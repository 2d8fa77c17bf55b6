import type { LiveEvent } from "#app/live/live-event.ts";

/** A WebSocket whose other end is the test. */
export class FakeSocket extends EventTarget {
  readyState = 0;
  readonly sent: string[] = [];

  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  says(event: LiveEvent) {
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) }));
  }
  ends(code: number) {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}
