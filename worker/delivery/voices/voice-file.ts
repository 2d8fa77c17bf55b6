import { AppError, type FieldCode, type FieldError, invalid } from "#worker/platform/errors.ts";
import { timesOf } from "./frame-times.ts";
import { readMp4 } from "./mp4.ts";
import { readOgg } from "./ogg.ts";
import { NotARecording, type Recording, refuseUnless, textAt } from "./recording.ts";
import { VOICE_LIMITS, type VoiceType } from "./voices.vocabulary.ts";
import { readWebm } from "./webm.ts";
import { writeMp4 } from "./write-mp4.ts";
import { writeWebm } from "./write-webm.ts";

export interface VoiceFile {
  bytes: ArrayBuffer;
  type: VoiceType;
  /** In ms. */
  duration: number;
}

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
  // Two kinds of files for all browsers.
  const isOpus = recording.codec === "opus";
  const bytes = isOpus ? writeWebm(recording, times) : writeMp4(recording);
  return { bytes: bytes.buffer as ArrayBuffer, type: isOpus ? "audio/webm" : "audio/mp4", duration };
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

function wrong(code: FieldCode, params?: FieldError["params"]) {
  return invalid({ field: "file", code, ...(params && { params }) });
}
