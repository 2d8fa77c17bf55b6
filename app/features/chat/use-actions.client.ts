import { useCallback, useState } from "react";
import { call } from "#app/live/client.ts";
import { live } from "#app/live/live.client.ts";
import type { Message } from "#worker/chat/chat.contract.ts";
import type { Reaction } from "./reactions.client.ts";

/** The composer's state while it answers or edits a message. */
export type Mode = { kind: "reply" | "edit"; message: Message } | null;

/** In ms, as on the server. */
const EDIT_FOR = 5 * 60_000;

/** In ms from now. */
export function editableFor({ created_at }: Message): number {
  return Math.max(0, Date.parse(created_at) + EDIT_FOR - Date.now());
}

export function isEditable(message: Message, isRead: boolean): boolean {
  return message.type === "text" && !isRead && editableFor(message) > 0;
}

/** Each answer holds the message as it is now; other devices learn it by the socket. */
export function useActions(add: (messages: readonly Message[]) => void) {
  const [mode, setMode] = useState<Mode>(null);
  const react = useCallback(
    async (message: Message, reaction: Reaction) => {
      const wanted = message.reaction === reaction ? null : reaction;
      const { conversation, seq } = message;
      add([(await call("react", { conversation, seq, reaction: wanted })).message]);
    },
    [add],
  );
  const edit = useCallback(
    async ({ conversation, seq }: Message, text: string) =>
      add([(await call("editMessage", { conversation, seq, text })).message]),
    [add],
  );
  const hide = useCallback(
    async ({ conversation, seq }: Message) => {
      const answer = await call("hideMessage", { conversation, seq });
      add([answer.message]);
      live().count({ unread_messages: answer.unread_messages });
    },
    [add],
  );

  return { mode, setMode, react, edit, hide };
}
