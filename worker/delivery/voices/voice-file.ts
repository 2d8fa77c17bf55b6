import type { Output, EncodedAudioPacketSource as Source } from "mediabunny";
import { AppError, type FieldCode, type FieldError, invalid } from "#worker/platform/errors.ts";
import { timesOf } from "./frame-times.ts";
import { readMp4 } from "./mp4.ts";
import { readOgg } from "./ogg.ts";
import { AAC_LC, AAC_RATES, NotARecording, type Recording, refuseUnless, textAt } from "./recording.ts";
import { VOICE_LIMITS, type VoiceType } from "./voices.vocabulary.ts";
import { readWebm } from "./webm.ts";

export interface VoiceFile {
  bytes: ArrayBuffer;
  type: VoiceType;
  /** In ms. */
  duration: number;
}

/** RFC 7845 section 4.2: what libopus needs before its first sample, at 48,000 hertz. */
const PRE_SKIP = 312;

/**
 * Writes the one audio stream of an upload into a new file: no tag, picture or second stream stays.
 * `longest` is in seconds. @throws invalid too_large unsupported_media_type
 */
export async function makeVoice(file: Blob, longest: number): Promise<VoiceFile> {
  if (file.size === 0) throw wrong("required");
  if (file.size > VOICE_LIMITS.bytes)
    throw new AppError("too_large", {
      field: "file",
      fields: [{ field: "file", code: "recording_too_long", params: { max: longest } }],
    });
  const { recording, times } = read(new Uint8Array(await file.arrayBuffer()));
  const duration = Math.round(times.reduce((sum, time) => sum + time, 0));
  if (duration > longest * 1000 + VOICE_LIMITS.grace) throw wrong("recording_too_long", { max: longest });
  return { ...(await written(recording, times)), duration };
}

/** @throws unsupported_media_type */
function read(bytes: Uint8Array): { recording: Recording; times: number[] } {
  try {
    const recording = readerOf(bytes)(bytes);
    refuseUnless(recording.frames.length > 0, "no frames");
    return { recording, times: timesOf(recording) };
  } catch (error) {
    if (!(error instanceof NotARecording)) throw error;
    throw new AppError("unsupported_media_type", { field: "file", fields: [{ field: "file", code: "not_a_recording" }] });
  }
}

function readerOf(bytes: Uint8Array): (bytes: Uint8Array) => Recording {
  if (textAt(bytes, 0, 4) === "\x1a\x45\xdf\xa3") return readWebm;
  if (textAt(bytes, 0, 4) === "OggS") return readOgg;
  refuseUnless(textAt(bytes, 4, 4) === "ftyp", "container");
  return readMp4;
}

/** Two kinds of files for all browsers: Opus in WebM, AAC in MP4. */
async function written({ codec, channels, rate, frames }: Recording, times: number[]): Promise<Omit<VoiceFile, "duration">> {
  // Only an upload needs it: its 180 kB are not read when the Worker starts.
  const { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output, WebMOutputFormat } = await import(
    "mediabunny"
  );
  const isOpus = codec === "opus";
  const format = isOpus ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: "in-memory" });
  const target = new BufferTarget();
  const output: Output = new Output({ format, target });
  const source: Source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const config = {
    codec: isOpus ? "opus" : "mp4a.40.2",
    numberOfChannels: channels,
    sampleRate: rate,
    description: isOpus ? opusHead(channels) : audioConfig(rate, channels),
  };
  let at = 0;
  for (const [index, frame] of frames.entries()) {
    const seconds = (times[index] ?? 0) / 1000;
    await source.add(new EncodedPacket(frame, "key", at, seconds), { decoderConfig: config });
    at += seconds;
  }
  await output.finalize();
  return { bytes: target.buffer as ArrayBuffer, type: isOpus ? "audio/webm" : "audio/mp4" };
}

/** Without the gain of the upload, which could be far too loud. */
function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode("OpusHead"));
  head.set([1, channels], 8);
  view.setUint16(10, PRE_SKIP, true);
  view.setUint32(12, 48_000, true);
  return head;
}

function audioConfig(rate: number, channels: number): Uint8Array {
  const bits = (AAC_LC << 11) | (AAC_RATES.indexOf(rate) << 7) | (channels << 3);
  return new Uint8Array([bits >> 8, bits & 0xff]);
}

function wrong(code: FieldCode, params?: FieldError["params"]) {
  return invalid({ field: "file", code, ...(params && { params }) });
}
