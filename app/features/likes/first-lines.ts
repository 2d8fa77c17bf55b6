import { sendMessage } from "#app/features/chat/chat.actions.ts";
import { formState } from "#app/request/forms.ts";
import { ICEBREAKERS } from "#worker/chat/icebreakers.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";
import { newId } from "#worker/lib/ids.ts";
import type { FirstLinesProps } from "./first-lines.shared.tsx";

const SHOWN = 3;

type Given = Pick<FirstLinesProps, "action" | "clientId" | "draft" | "error" | "lines" | "maxLength">;

/** What the first message to any match needs: three ready lines, the action, and the text of a refused message. */
export function firstLines(): Given {
  const { t, settings } = edge();
  const { values, message, fields } = formState("message");
  return {
    action: sendMessage,
    clientId: values.client_id ?? newId(),
    draft: values.text,
    error: fields.text ?? message,
    lines: ICEBREAKERS.slice(0, SHOWN).map((code) => ({ code, text: t(`chat.icebreaker.lines.${code}`) })),
    maxLength: settings.message_length,
  };
}
