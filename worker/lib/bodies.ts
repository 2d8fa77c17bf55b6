import { AppError } from "./errors.ts";

/** Bytes of a JSON body: a hundred times what the longest message needs. */
export const MAX_BODY = 256 * 1024;

/** Bytes of a form with a file: the largest picture, and what lies around it. A picture above 10 MB is refused by name. */
export const MAX_UPLOAD = 11 * 1024 * 1024;

/** A body that fails where it becomes longer than that. The failure is AppError `too_large`. */
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
