import { useCallback, useState } from "react";
import { call } from "#app/live/client.ts";
import { live } from "#app/live/live.client.ts";
import { inTurn } from "#app/page/turns.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
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

const placeOf = ({ conversation, seq }: Message) => `${conversation} ${seq}`;

/** Each answer holds the message as it is now; other devices learn it by the socket. */
export function useActions(add: (messages: readonly Message[]) => void) {
  const [mode, setMode] = useState<Mode>(null);
  const react = useCallback(
    async (message: Message, reaction: Reaction) => {
      const wanted = message.reaction === reaction ? null : reaction;
      const { conversation, seq } = message;
      const answer = await inTurn(placeOf(message), () => call("react", { conversation, seq, reaction: wanted }));
      add([answer.message]);
    },
    [add],
  );
  const edit = useCallback(
    async (message: Message, text: string) => {
      const { conversation, seq } = message;
      const answer = await inTurn(placeOf(message), () => call("editMessage", { conversation, seq, text }));
      add([answer.message]);
    },
    [add],
  );
  const hide = useCallback(
    async (message: Message) => {
      const { conversation, seq } = message;
      const hidden = inTurn(placeOf(message), () => call("hideMessage", { conversation, seq }));
      const answer = await live().count(hidden, ({ unread_messages }) => ({ unread_messages }));
      add([answer.message]);
    },
    [add],
  );

  return { mode, setMode, react, edit, hide };
}
