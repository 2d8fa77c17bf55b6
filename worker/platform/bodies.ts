import { AppError } from "./errors.ts";

export const MAX_BODY = 256 * 1024;

/** Bytes of a multipart form; a picture above 10 MB gets its own refusal. */
export const MAX_UPLOAD = 11 * 1024 * 1024;

/** Fails with AppError `too_large` above `most` bytes. */
export function withinBytes(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  let read = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > most) controller.error(new AppError("too_large"));
        else controller.enqueue(chunk);
      },
    }),
  );
}
