/** What a container holds: one audio stream, still encoded, and nothing else of the file. */
export interface Recording {
  codec: "opus" | "aac";
  channels: number;
  /** In hertz. Opus always plays at 48,000. */
  rate: number;
  frames: Uint8Array[];
}

/** The upload is no recording that a browser makes. */
export class NotARecording extends Error {}

/** A minute of the shortest Opus frames, 2.5 ms each. */
const MOST_FRAMES = 24_000;

export function refuseUnless(holds: unknown, reason: string): asserts holds {
  if (!holds) throw new NotARecording(reason);
}

/** Collects frames within bounds that the file's own counts cannot exceed. */
export function createFrames(bytes: Uint8Array) {
  const frames: Uint8Array[] = [];
  let size = 0;
  return {
    frames,

    /** Call before a loop over a count that the file states. */
    expect(count: number): void {
      refuseUnless(frames.length + count <= MOST_FRAMES, "too many frames");
    },

    add(frame: Uint8Array): void {
      size += frame.length;
      refuseUnless(frame.length > 0, "empty frame");
      // Frames that overlap would make more of a file than it is.
      refuseUnless(size <= bytes.length && frames.length < MOST_FRAMES, "too many frames");
      frames.push(frame);
    },
  };
}

/** OpusHead of RFC 7845 and `dOps` begin alike. @throws NotARecording for more than two channels */
export function opusChannels(count: number, mapping: number): number {
  refuseUnless((count === 1 || count === 2) && mapping === 0, "opus channels");
  return count;
}

/** ISO/IEC 14496-3: the object type that recorders use, and the sample rates by their index, in hertz. */
export const AAC_LC = 2;
/** In each frame. */
export const AAC_SAMPLES = 1024;
export const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

export function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
