import { type ComponentType, useState } from "react";
import type { VoiceRecorderProps } from "#app/features/delivery/voices/voice-recorder.ts";
import { newKey } from "#app/live/client.ts";
import type { ThreadParts } from "./thread-props.ts";

/** The recorder comes with the press that asks for it. */
export function useRecorder({ state: { send, mode, setMode } }: Pick<ThreadParts, "state">) {
  const [View, setView] = useState<ComponentType<VoiceRecorderProps> | null>(null);
  const [failed, setFailed] = useState(false);
  return {
    View,
    failed,
    open() {
      setFailed(false);
      import("#app/features/delivery/voices/voice-recorder.client.tsx").then(
        ({ VoiceRecorder }) => setView(() => VoiceRecorder),
        () => setFailed(true),
      );
    },
    onClose: () => setView(null),
    onSend({ file, levels, text }: Parameters<VoiceRecorderProps["onSend"]>[0]) {
      const replyTo = mode?.kind === "reply" ? mode.message.seq : undefined;
      setMode(null);
      // The typed text stays: it is another message.
      send({ clientId: newKey(), text: text.trim(), file, levels, replyTo });
    },
  };
}
