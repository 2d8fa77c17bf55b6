import { createFrames, joined, opusChannels, type Recording, refuseUnless, textAt } from "./recording.ts";

const HEADER = 27;
const CONTINUED = 1;

/** Opus in Ogg, RFC 7845. @throws NotARecording */
export function readOgg(bytes: Uint8Array): Recording {
  const { frames, add } = createFrames(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let serial: number | null = null;
  let channels = 0;
  let packets = 0;
  let parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    refuseUnless(at + HEADER <= bytes.length && textAt(bytes, at, 4) === "OggS" && bytes[at + 4] === 0, "page");
    const stream = view.getUint32(at + 14, true);
    serial ??= stream;
    refuseUnless(stream === serial, "second stream");
    refuseUnless((((bytes[at + 5] ?? 0) & CONTINUED) === CONTINUED) === parts.length > 0, "continued packet");
    const count = bytes[at + 26] ?? 0;
    const lengths = bytes.subarray(at + HEADER, at + HEADER + count);
    let from = at + HEADER + count;
    for (const length of lengths) {
      refuseUnless(from + length <= bytes.length, "page beyond the file");
      parts.push(bytes.subarray(from, from + length));
      from += length;
      if (length === 255) continue;
      const packet = joined(...parts);
      parts = [];
      packets++;
      if (packets === 1) channels = channelsOf(packet);
      // The second holds the tags.
      else if (packets === 2) refuseUnless(textAt(packet, 0, 8) === "OpusTags", "tags");
      else add(packet);
    }
    refuseUnless(lengths.length === count, "page beyond the file");
    at = from;
  }
  refuseUnless(parts.length === 0, "unfinished packet");
  return { codec: "opus", channels, rate: 48_000, frames };
}

function channelsOf(head: Uint8Array): number {
  refuseUnless(head.length >= 19 && textAt(head, 0, 8) === "OpusHead", "not opus");
  return opusChannels(head[9] ?? 0, head[18] ?? 1);
}
