import type { Send } from "#app/live/client.ts";

/** In ms without progress; a slow network may take as long as it moves. */
const STALLED = 30_000;
/** In ms: the server makes the sizes of the picture. */
const ANSWERED = 60_000;

/** Reports the share that was sent, from 0 to 1. `fetch` cannot. */
export function sendWithProgress(onProgress: (share: number) => void): Send {
  return (url, { method, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const within = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => request.abort(), ms);
      };
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => {
        onProgress(total > 0 ? loaded / total : 0);
        within(STALLED);
      };
      request.upload.onload = () => within(ANSWERED);
      request.onload = () => {
        const answer = new Response(request.responseText, { status: request.status });
        for (const name of ["retry-after", "x-author"]) {
          const value = request.getResponseHeader(name);
          if (value !== null) answer.headers.set(name, value);
        }
        resolve(answer);
      };
      request.onerror = request.onabort = () => reject(new TypeError("no response"));
      request.onloadend = () => clearTimeout(timer);
      signal?.addEventListener("abort", () => request.abort());
      within(STALLED);
      request.send(body);
    });
}
