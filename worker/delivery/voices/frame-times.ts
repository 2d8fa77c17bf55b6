import { AAC_SAMPLES, type Recording, refuseUnless } from "./recording.ts";

/** In ms, of the Opus modes in RFC 6716 section 3.1. */
const SILK = [10, 20, 40, 60];
const HYBRID = [10, 20];
const CELT = [2.5, 5, 10, 20];
const LONGEST_PACKET = 120;
/** In bytes: the most of one Opus frame, and of one AAC channel. */
const OPUS_FRAME = 1275;
const AAC_CHANNEL = 768;

/** Plays for so long (ms), as the frames themselves say. What the container says of times proves nothing. */
export function timesOf({ codec, channels, rate, frames }: Recording): number[] {
  if (codec === "opus") return frames.map(opusTime);
  return frames.map((frame) => {
    refuseUnless(frame.length <= AAC_CHANNEL * channels, "AAC frame");
    return (AAC_SAMPLES / rate) * 1000;
  });
}

function opusTime(packet: Uint8Array): number {
  const toc = packet[0] ?? 0;
  const mode = toc >> 3;
  const each = mode < 12 ? SILK[mode & 3] : mode < 16 ? HYBRID[mode & 1] : CELT[mode & 3];
  const code = toc & 3;
  const count = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 63;
  const time = (each ?? 0) * count;
  refuseUnless(time > 0 && time <= LONGEST_PACKET && packet.length <= 2 + count * (OPUS_FRAME + 2), "opus packet");
  return time;
}
