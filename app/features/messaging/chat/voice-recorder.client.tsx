"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { keyOf } from "#app/ui/keys.ts";
import { Textarea } from "#app/ui/textarea.tsx";
import { lengthOf } from "./voice-length.client.ts";
import { levelsOf, loudnessOf } from "./voice-levels.client.ts";
import css from "./voice-recorder.module.css";
import type { VoiceRecorderProps } from "./voice-recorder.ts";

/** Opus where there is a choice: it needs half the bytes of AAC. */
const TYPES = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/mp4"];
const BITS = 32_000;
/** In ms, between two looks at the loudness. */
const EVERY = 100;

type Step =
  | { of: "asking" }
  | { of: "recording"; loudness: number; since: number }
  | { of: "recorded"; file: File; url: string; levels: string; length: number }
  | { of: "failed"; why: "denied" | "missing" | "unable" };

interface Recording {
  stop(): void;
  cancel(): void;
}

/** Above the field: records, plays what was recorded, and hands it over. */
export function VoiceRecorder({
  texts: { voice: words, send, actions },
  price,
  limits,
  most,
  onSend,
  onClose,
}: VoiceRecorderProps) {
  const [step, setStep] = useState<Step>({ of: "asking" });
  const [round, setRound] = useState(0);
  const recording = useRef<Recording | null>(null);
  const box = useRef<HTMLElement>(null);
  const text = useRef("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round records anew.
  useEffect(() => {
    let ended = false;
    setStep({ of: "asking" });
    const begun = record(limits, (next) => !ended && setStep(next));
    void begun.then((one) => {
      recording.current = one;
      if (ended) one?.cancel();
    });
    return () => {
      ended = true;
      recording.current?.cancel();
    };
  }, [round]);

  const url = step.of === "recorded" ? step.url : null;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  // The button of the step before is gone, and the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has a first button of its own.
  useEffect(() => box.current?.querySelector("button")?.focus(), [step.of]);

  return (
    <section
      aria-label={words.send}
      className={css.recorder}
      ref={box}
      onKeyDown={(event) => {
        if (keyOf(event.nativeEvent) === "Escape") onClose();
      }}
    >
      {step.of === "failed" ? (
        <p className={css.wrong} role="alert">
          {words[step.why]}
        </p>
      ) : (
        <p className={css.state} role="status">
          {step.of === "asking"
            ? words.asking
            : step.of === "recording"
              ? words.recording
              : `${words.word}, ${lengthOf(step.length)}`}
        </p>
      )}
      {step.of === "recording" && (
        <p aria-hidden="true" className={css.meter}>
          <meter max={1} value={step.loudness} />
          <span>{`${lengthOf(step.since)} / ${lengthOf(limits.seconds * 1000)}`}</span>
        </p>
      )}
      {step.of === "recorded" && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the member has just said it. */}
          <audio aria-label={words.word} controls src={step.url} />
          <Textarea
            dir="auto"
            label={words.words}
            maxLength={most}
            name="words"
            onChange={({ currentTarget }) => {
              text.current = currentTarget.value;
            }}
            rows={2}
          />
        </>
      )}
      <p className={css.buttons}>
        {step.of === "recording" && (
          <Button onClick={() => recording.current?.stop()} type="button">
            {words.stop}
          </Button>
        )}
        {step.of === "recorded" && (
          <Button
            icon="send"
            onClick={() => {
              onSend({ file: step.file, levels: step.levels, text: text.current });
              onClose();
            }}
            type="button"
          >{`${send} · ${price}`}</Button>
        )}
        {(step.of === "recorded" || step.of === "failed") && (
          <Button onClick={() => setRound(round + 1)} type="button" variant="secondary">
            {words.again}
          </Button>
        )}
        <Button onClick={onClose} type="button" variant="quiet">
          {actions.cancel}
        </Button>
      </p>
    </section>
  );
}

/** Null where nothing can be recorded. The microphone is given back at the end. */
async function record({ seconds, levels }: VoiceRecorderProps["limits"], tell: (step: Step) => void): Promise<Recording | null> {
  const type = typeof MediaRecorder === "undefined" ? undefined : TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  if (!type || !navigator.mediaDevices) {
    tell({ of: "failed", why: "unable" });
    return null;
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: DOMException) => error);
  if (!(stream instanceof MediaStream)) {
    tell({ of: "failed", why: stream.name === "NotFoundError" ? "missing" : "denied" });
    return null;
  }
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS });
  const sound = new AudioContext();
  const analyser = sound.createAnalyser();
  sound.createMediaStreamSource(stream).connect(analyser);
  const [parts, heard, samples]: [Blob[], number[], Float32Array<ArrayBuffer>] = [[], [], new Float32Array(analyser.fftSize)];
  let cancelled = false;
  let begun = performance.now();
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const loudness = loudnessOf(samples);
    heard.push(loudness);
    const since = performance.now() - begun;
    if (since >= seconds * 1000) recorder.stop();
    else tell({ of: "recording", loudness, since });
  }, EVERY);
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    clearInterval(timer);
    void sound.close();
    for (const track of stream.getTracks()) track.stop();
    if (cancelled) return;
    const file = new File(parts, "voice", { type: recorder.mimeType });
    const length = Math.min(performance.now() - begun, seconds * 1000);
    tell({ of: "recorded", file, url: URL.createObjectURL(file), levels: levelsOf(heard, levels), length });
  };
  recorder.onstart = () => {
    begun = performance.now();
    tell({ of: "recording", loudness: 0, since: 0 });
  };
  recorder.start();
  const stop = () => recorder.state !== "inactive" && recorder.stop();
  return {
    stop,
    cancel() {
      cancelled = true;
      stop();
    },
  };
}
