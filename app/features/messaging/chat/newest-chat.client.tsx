"use client";
import { type ComponentType, type ReactNode, startTransition, useCallback, useEffect, useState } from "react";
import { call } from "#app/live/client.ts";
import { useLiveEvents } from "#app/live/live.client.ts";
import type { LiveEvent } from "#app/live/live-event.ts";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import css from "./newest-chat.module.css";
import type { NewestChatViewProps } from "./newest-chat-view.client.tsx";

export type NewestChatProps = Omit<NewestChatViewProps, "chat"> & {
  conversation: string;
  sheets: string[];
  /** Without scripts, and after a failure. */
  children: ReactNode;
};

interface Shown {
  chat: CallOutput<"chat">;
  View: ComponentType<NewestChatViewProps>;
}

const WIDE = "(width >= 62em)";

/** Beside the list of a wide window. Phones load nothing of it. Nothing is read until the member opens the chat. */
export function NewestChat({ conversation, sheets, children, ...props }: NewestChatProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(
    async (signal?: AbortSignal) => {
      const reading = call("chat", { conversation }, { retries: 1, ...(signal && { signal }) });
      const found = await Promise.all([reading, import("./newest-chat-view.client.tsx")]).catch(() => null);
      if (signal?.aborted) return;
      startTransition(() => {
        setFailed(!found);
        if (found) setShown({ chat: found[0], View: found[1].NewestChatView });
      });
    },
    [conversation],
  );
  useEffect(() => {
    const [wide, over] = [matchMedia(WIDE), new AbortController()];
    const look = () => wide.matches && void load(over.signal);
    look();
    wide.addEventListener("change", look, { signal: over.signal });
    return () => over.abort();
  }, [load]);
  const isShown = shown !== null;
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        if (isShown && event.type === "message" && event.message.conversation === conversation) void load();
      },
      [conversation, isShown, load],
    ),
  );
  if (!shown || shown.chat.conversation?.id !== conversation) {
    return (
      <div className={css.choose} data-failed={failed || undefined}>
        {children}
      </div>
    );
  }
  return (
    <>
      <LaterSheets sheets={sheets} />
      <shown.View {...props} chat={shown.chat} />
    </>
  );
}
