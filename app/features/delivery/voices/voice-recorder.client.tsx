"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { keyOf } from "#app/ui/keys.ts";
import { Textarea } from "#app/ui/textarea.tsx";
import { type Recording, record, type Step } from "./record.client.ts";
import { lengthOf } from "./voice-length.client.ts";
import css from "./voice-recorder.module.css";
import type { VoiceRecorderProps } from "./voice-recorder.ts";

/** Above the field: records, plays what was recorded, and hands it over. */
export function VoiceRecorder({ texts: words, labels, limits, most, onSend, onClose }: VoiceRecorderProps) {
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
          {most !== null && (
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
          )}
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
          >
            {labels.done}
          </Button>
        )}
        {(step.of === "recorded" || step.of === "failed") && (
          <Button onClick={() => setRound(round + 1)} type="button" variant="secondary">
            {words.again}
          </Button>
        )}
        <Button onClick={onClose} type="button" variant="quiet">
          {labels.cancel}
        </Button>
      </p>
    </section>
  );
}
