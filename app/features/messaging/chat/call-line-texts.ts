import { edge } from "#worker/server/edge/edge.ts";

/** `talked` with `{{length}}`. */
export function callLineTexts() {
  const { t } = edge();
  const length = { length: "{{length}}" };
  return {
    voice: {
      talked: t("chat.call.voice.talked", length),
      missed: t("chat.call.voice.missed"),
      declined: t("chat.call.voice.declined"),
    },
    video: {
      talked: t("chat.call.video.talked", length),
      missed: t("chat.call.video.missed"),
      declined: t("chat.call.video.declined"),
    },
  };
}
export type CallLineTexts = ReturnType<typeof callLineTexts>;
