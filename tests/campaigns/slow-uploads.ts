import { request } from "node:http";
import { formOf } from "#tests/contract/call-request.ts";
import { phonePhoto, segment } from "#tests/setup/pictures.ts";
import type { Member } from "./members.ts";
import type { Product } from "./product.ts";

/** In ms: between two pieces of a body. */
const STEP = 250;

export interface Upload {
  by: Member;
  network: string;
  path: string;
  fields: Record<string, string | File>;
}

/** How a body is sent: so many bytes at once, then so many a second. */
export interface Pace {
  burst: number;
  rate: number;
  /** In ms: the connection breaks then. */
  breaksAfter?: number;
}

export interface Sent {
  /** The status, or why there is none. */
  outcome: string;
  ms: number;
}

/** A photo of a phone with as many bytes more, in comments (JPEG segments that show nothing). */
export function largePhoto(bytes: number): File {
  const most = 60_000;
  const comments = Array.from({ length: Math.ceil(bytes / most) }, () => new Uint8Array(segment(0xfe, Array(most).fill(120))));
  const photo = phonePhoto();
  return new File([photo.slice(0, 2), ...comments, photo.slice(2)], photo.name, { type: photo.type });
}

/** Ends with the answer, which may come before the whole body was sent. */
export async function send(
  { port }: Product,
  { by, network, path, fields }: Upload,
  pace: Pace,
  over?: AbortSignal,
): Promise<Sent> {
  const { type, body } = await formOf(fields);
  const begun = performance.now();
  const headers = {
    ...{ host: `localhost:${port()}`, origin: `http://localhost:${port()}`, cookie: `session=${by.session}` },
    ...{ "cf-connecting-ip": network, "content-type": type, "content-length": String(body.length) },
  };
  return new Promise((resolve) => {
    let sent = 0;
    const outgoing = request({ host: "127.0.0.1", port: port(), path, method: "POST", headers, agent: false }, (answer) => {
      answer.resume();
      end(String(answer.statusCode));
    });
    const feed = () => {
      const due = Math.min(body.length, Math.floor(pace.burst + (pace.rate * (performance.now() - begun)) / 1000));
      if (due > sent) outgoing.write(body.subarray(sent, due));
      sent = Math.max(due, sent);
      if (sent < body.length) return;
      clearInterval(feeding);
      outgoing.end();
    };
    const feeding = setInterval(feed, STEP);
    const breaking = pace.breaksAfter === undefined ? undefined : setTimeout(() => end("broken off"), pace.breaksAfter);
    const stop = () => end("stopped");
    function end(outcome: string) {
      clearInterval(feeding);
      clearTimeout(breaking);
      over?.removeEventListener("abort", stop);
      outgoing.destroy();
      resolve({ outcome, ms: Math.round(performance.now() - begun) });
    }
    over?.addEventListener("abort", stop);
    outgoing.on("error", () => end("no answer"));
    feed();
  });
}
