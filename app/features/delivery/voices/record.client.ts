import { levelsOf, loudnessOf } from "./voice-levels.client.ts";
import type { VoiceRecorderProps } from "./voice-recorder.ts";

/** Opus where there is a choice: it needs half the bytes of AAC. */
const TYPES = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/mp4"];
const BITS = 32_000;
/** In ms, between two looks at the loudness; a hidden page looks once a second. */
const EVERY = 100;
/** In ms before the end: what is recorded until the recorder has stopped still fits. */
const EARLY = 500;

export type Step =
  | { of: "asking" }
  | { of: "recording"; loudness: number; since: number }
  | { of: "recorded"; file: File; url: string; levels: string; length: number }
  | { of: "failed"; why: "denied" | "missing" | "unable" };

export interface Recording {
  stop(): void;
  cancel(): void;
}

type Limits = VoiceRecorderProps["limits"];

/** Null where nothing can be recorded. The microphone is given back at the end. */
export async function record(limits: Limits, tell: (step: Step) => void): Promise<Recording | null> {
  const type = typeof MediaRecorder === "undefined" ? undefined : TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  if (!type || !navigator.mediaDevices) {
    tell({ of: "failed", why: "unable" });
    return null;
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: DOMException) => error);
  if (!("getTracks" in stream)) {
    tell({ of: "failed", why: stream.name === "NotFoundError" ? "missing" : "denied" });
    return null;
  }
  const used = { sound: null as AudioContext | null, timer: 0 };
  const giveBack = () => {
    clearInterval(used.timer);
    void used.sound?.close();
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    return begin();
  } catch {
    // A browser may have no sound device, or refuse what it said to support.
    giveBack();
    tell({ of: "failed", why: "unable" });
    return null;
  }

  function begin(): Recording {
    const recorder = new MediaRecorder(stream as MediaStream, { mimeType: type, audioBitsPerSecond: BITS });
    const sound = new AudioContext();
    used.sound = sound;
    const analyser = sound.createAnalyser();
    sound.createMediaStreamSource(stream as MediaStream).connect(analyser);
    const [parts, heard, samples]: [Blob[], number[], Float32Array<ArrayBuffer>] = [[], [], new Float32Array(analyser.fftSize)];
    const most = limits.seconds * 1000;
    let cancelled = false;
    let begun = performance.now();
    const stop = () => recorder.state !== "inactive" && recorder.stop();
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      giveBack();
      if (cancelled) return;
      const file = new File(parts, "voice", { type: recorder.mimeType });
      const length = Math.min(performance.now() - begun, most);
      tell({ of: "recorded", file, url: URL.createObjectURL(file), levels: levelsOf(heard, limits.levels), length });
    };
    recorder.onstart = () => {
      begun = performance.now();
      tell({ of: "recording", loudness: 0, since: 0 });
    };
    recorder.start();
    used.timer = window.setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const loudness = loudnessOf(samples);
      heard.push(loudness);
      const since = performance.now() - begun;
      if (since >= most - EARLY) stop();
      else tell({ of: "recording", loudness, since });
    }, EVERY);
    return {
      stop,
      cancel() {
        cancelled = true;
        stop();
      },
    };
  }
}
