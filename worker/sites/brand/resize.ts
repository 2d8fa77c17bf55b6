import { Buffer } from "node:buffer";
import type { Resize } from "./pictures.ts";

/** By the binding that makes members' photos. No picture is enlarged. */
export function createResize(images: ImagesBinding): Resize {
  return async (bytes, { format, ...size }) => {
    const body = new Response(bytes as Uint8Array<ArrayBuffer>).body as ReadableStream<Uint8Array>;
    // With a quality, a PNG would lose colours.
    const quality = format === "image/png" ? {} : { quality: 74 };
    const output = await images
      .input(body)
      .transform({ ...size, fit: "scale-down" })
      .output({ format, ...quality, anim: false });
    return Buffer.from(await output.response().arrayBuffer());
  };
}
