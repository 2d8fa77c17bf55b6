import type { Send } from "#app/live/client.ts";

/** A file that does not load is a failed attempt. */
export function sendsWith(onProgress: (share: number) => void): Send {
  return async (...input) => {
    const { sendWithProgress } = await import("#app/features/discovery/photos/upload.client.ts");
    return sendWithProgress(onProgress)(...input);
  };
}
