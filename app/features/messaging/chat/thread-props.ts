import type { ReactNode } from "react";
import type { Reader } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import type { ChatTexts } from "./chat-texts.ts";
import type { ConversationHeaderProps } from "./conversation.shared.tsx";
import type { FirstLine } from "./first-lines.client.ts";
import type { useThread } from "./use-thread.client.ts";

export interface ChatThreadProps {
  initial: CallOutput<"chat">;
  selfId: string;
  /** The viewer's settings for times: equal on the server and after hydration. */
  reader: Reader;
  /** Server time in ms: server and browser agree on "today" at hydration. */
  now: number;
  texts: ChatTexts;
  price: string;
  header: Omit<ConversationHeaderProps, "online" | "status">;
  removal: ReactNode;
  /** Stands after the last message. */
  goodbye: ReactNode;
  /** The tick that a paid message to a fictional profile needs. `error`: of a post without scripts. */
  confirm: { label: string; missing: string; error: string | undefined } | null;
  /** Page that sends a gift; null where there are none. */
  giftHref: string | null;
  /** Shown for some seconds on arrival; empty for nothing. */
  said: string;
  /** True while the sheet that pays is open; null where nothing is sold. */
  paying: boolean | null;
  /** Ready opening lines, and what shows them while the conversation is empty. */
  lines: FirstLine[];
  readyLines: ReactNode;
  /** Ids of gifts that are shown with motion. */
  dear: readonly string[];
  cdn: string;
  photoSheets: string[];
  photoAction: (data: FormData) => Promise<void>;
  /** Shown until the viewer confirms the e-mail address. */
  notConfirmed: ReactNode;
  /** Server function of the form; used without JavaScript. */
  action: (data: FormData) => Promise<void>;
  /** Submitted text and its error, after a post without JavaScript. */
  draft: string;
  error: string | null;
  clientId: string;
}

export type ThreadParts = ChatThreadProps & {
  state: ReturnType<typeof useThread>;
  /** The line that was pressed last; a new object for each press. */
  pressed: { line: string } | null;
};
