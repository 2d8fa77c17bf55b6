import { edge } from "#worker/server/edge/edge.ts";

/** Of the player and the recorder. */
export function voiceTexts() {
  const { t } = edge();
  return {
    word: t("chat.voice.word"),
    gone: t("chat.voice.gone"),
    removed: t("chat.voice.removed"),
    played: t("chat.voice.played"),
    send: t("chat.voice.send"),
    asking: t("chat.voice.asking"),
    recording: t("chat.voice.recording"),
    stop: t("chat.voice.stop"),
    again: t("chat.voice.again"),
    words: t("chat.voice.words"),
    denied: t("chat.voice.denied"),
    missing: t("chat.voice.missing"),
    unable: t("chat.voice.unable"),
    play: t("chat.voice.play"),
    pause: t("chat.voice.pause"),
    position: t("chat.voice.position"),
    speed: t("chat.voice.speed", { rate: "{{rate}}" }),
  };
}

export type VoiceTexts = ReturnType<typeof voiceTexts>;
