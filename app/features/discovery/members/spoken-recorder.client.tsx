"use client";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { VoiceRecorderProps } from "#app/features/delivery/voices/voice-recorder.ts";
import type { VoiceTexts } from "#app/features/delivery/voices/voice-texts.ts";
import { Button } from "#app/ui/button.tsx";

interface SpokenRecorderProps {
  /** Id of the form, which has a field for a file and one for the levels. */
  form: string;
  texts: VoiceTexts;
  labels: { record: string } & VoiceRecorderProps["labels"];
  limits: VoiceRecorderProps["limits"];
  /** The field for a file, where nothing can be recorded. */
  children: ReactNode;
}

/** Puts the recording into the form's field and sends the form. Scripts change how a file is made only. */
export function SpokenRecorder({ form, texts, labels, limits, children }: SpokenRecorderProps) {
  const [able, setAble] = useState(false);
  const [View, setView] = useState<ComponentType<VoiceRecorderProps> | null>(null);
  const sent = useRef<HTMLInputElement>(null);
  useEffect(() => setAble(typeof MediaRecorder !== "undefined" && Boolean(navigator.mediaDevices)), []);
  if (!able) return children;
  const send: VoiceRecorderProps["onSend"] = ({ file, levels }) => {
    const target = document.getElementById(form) as HTMLFormElement;
    const files = new DataTransfer();
    files.items.add(file);
    if (sent.current) sent.current.files = files.files;
    (target.elements.namedItem("levels") as HTMLInputElement).value = levels;
    target.requestSubmit();
  };
  return (
    <>
      <input hidden name="file" ref={sent} type="file" />
      {View ? (
        <View labels={labels} limits={limits} most={null} onClose={() => setView(null)} onSend={send} texts={texts} />
      ) : (
        <Button
          icon="microphone"
          onClick={() =>
            import("#app/features/delivery/voices/voice-recorder.client.tsx").then(
              ({ VoiceRecorder }) => setView(() => VoiceRecorder),
              () => setAble(false), // without its script a file can still be chosen
            )
          }
          type="button"
        >
          {labels.record}
        </Button>
      )}
    </>
  );
}
