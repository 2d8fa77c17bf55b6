import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { useLiveEvents } from "#app/live/live.client.ts";
import type { LiveEvent } from "#app/live/live-event.ts";
import { createDraftSync, type ServerDraft } from "./draft-sync.client.ts";
import { dropDraft, saveDraft, storeDraft } from "./local-drafts.client.ts";
import type { OtherDraftProps } from "./other-draft.client.tsx";

interface Other {
  View: ComponentType<OtherDraftProps>;
  text: string;
}

const choice = () => import("./other-draft.client.tsx");

interface Draft {
  selfId: string;
  partnerId: string;
  conversation: string | null;
  /** The text that the page brought, and its version. */
  draft: string;
  version: number;
  /** Seq of the quoted message. */
  replyTo: number | null;
  /** Client id of the message that the text becomes. */
  clientId: string;
  /** Another device's text, or one that the server holds and that is newer. */
  take(text: string): void;
}

/** Keeps the unsent text on the server; in the browser's storage until it is there. */
export function useDrafts(props: Draft) {
  const { selfId, partnerId, conversation, draft, version, take } = props;
  const now = useRef(props);
  now.current = props;
  const [other, setOther] = useState<Other | null>(null);
  const offered = useRef<ServerDraft | null>(null);
  const [sync] = useState(() =>
    createDraftSync(
      {
        message: () => now.current,
        take,
        offer(one) {
          offered.current = one;
          if (!one) return setOther(null);
          const show = ({ OtherDraft: View }: Awaited<ReturnType<typeof choice>>) =>
            offered.current === one && setOther({ View, text: one.text });
          // A file that does not load is asked for again after the next pause: no text is lost meanwhile.
          choice().then(show, () => {});
        },
        save: (one, leaving) => saveDraft(partnerId, one, leaving),
        keep: (one) => storeDraft(selfId, partnerId, one),
        drop: (clientId, at) => dropDraft(selfId, partnerId, clientId, at),
      },
      draft,
      version,
    ),
  );

  useEffect(() => {
    const leave = () => document.visibilityState === "hidden" && void sync.save(true);
    const back = () => void sync.save();
    // The page is hidden only when the session has ended.
    const logOut = ({ target }: Event) => (target as Element).matches("[data-logout]") && void sync.save(true);
    document.addEventListener("visibilitychange", leave);
    addEventListener("submit", logOut, { capture: true });
    addEventListener("online", back);
    return () => {
      removeEventListener("submit", logOut, { capture: true });
      document.removeEventListener("visibilitychange", leave);
      removeEventListener("online", back);
      void sync.save(true);
    };
  }, [sync]);

  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type === "draft" && event.profile === partnerId) sync.hear({ ...event, client_id: event.client });
      if (event.type === "message" && event.conversation === conversation && event.message.sender === selfId)
        sync.sentElsewhere(event.message.client_id, event.message.text);
    },
    [selfId, partnerId, conversation, sync],
  );
  useLiveEvents(hear);
  return { ...sync, other };
}
