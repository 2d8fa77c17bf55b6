"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { call } from "#app/live/client.ts";
import type { LiveEvent } from "#app/live/live-event.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import { noteAnswer } from "./call-answer.client.ts";

const ID = "ring";

export interface RingProps {
  /** In ms: nobody rings longer. */
  longest: number;
  sheets: string[];
  /** `voice` and `video` with `{{name}}`. */
  texts: { voice: string; video: string; accept: string; acceptVoice: string; decline: string; close: string };
}

export type RingViewProps = RingProps & { of: Extract<LiveEvent, { type: "call_ring" }>; close(): void };

/** Silent. Closing it lets the call ring on. The focus begins at the title: a key typed meanwhile answers nothing. */
export function RingView({ of, close, longest, sheets, texts }: RingViewProps) {
  const [busy, setBusy] = useState(false);
  const over = useEffectEvent(close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call that rings.
  useEffect(() => {
    const dialog = document.getElementById(ID) as HTMLDialogElement;
    dialog.showModal();
    document.getElementById(`${ID}-title`)?.focus();
    const closed = () => over();
    dialog.addEventListener("close", closed);
    const timer = setTimeout(closed, longest);
    return () => {
      clearTimeout(timer);
      dialog.removeEventListener("close", closed);
      dialog.close();
    };
  }, []);
  const accept = (how: "video" | "voice") => {
    setBusy(true);
    noteAnswer(of.call, how);
    location.assign(`/chats/${of.conversation}/call?call=${of.call}`);
  };
  const decline = () => {
    close();
    void call("endCall", { id: of.call, ending: "declined" }).catch(() => {}); // it then ends as missed
  };
  const isVideo = of.kind === "video";
  return createPortal(
    <Dialog
      closeLabel={texts.close}
      footer={
        <>
          <Button onClick={decline} type="button" variant="quiet">
            {texts.decline}
          </Button>
          {isVideo && (
            <Button aria-disabled={busy} icon="phone" onClick={() => accept("voice")} type="button" variant="secondary">
              {texts.acceptVoice}
            </Button>
          )}
          <Button
            aria-disabled={busy}
            icon={isVideo ? "video" : "phone"}
            onClick={() => accept(isVideo ? "video" : "voice")}
            type="button"
          >
            {texts.accept}
          </Button>
        </>
      }
      id={ID}
      title={texts[of.kind].replace("{{name}}", () => of.name)}
    >
      <LaterSheets sheets={sheets} />
    </Dialog>,
    document.body,
  );
}
