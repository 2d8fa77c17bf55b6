"use client";
import { useEffect, useState } from "react";
import { subscribe } from "#app/features/delivery/notifications/push-prompt.client.tsx";
import { supportOf } from "#app/page/push-support.ts";
import { Button } from "#app/ui/button.tsx";

type State = "unknown" | "on" | "off" | "denied" | "incapable" | "install" | "failed";

export interface DeviceStateProps {
  subscribed: boolean;
  publicKey: string;
  texts: Record<State | "enable", string>;
}

/** Shows the push state of this browser, and enables push unless the browser denies it. */
export function DeviceState({ subscribed, publicKey, texts }: DeviceStateProps) {
  const [state, setState] = useState<State>("unknown");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setState(stateOf(subscribed));
  }, [subscribed]);
  const enable = () => {
    if (busy) return;
    setBusy(true);
    subscribe(publicKey)
      .then(
        (outcome) => setState(outcome === "done" ? "on" : "denied"),
        () => setState("failed"),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p role="status">{texts[state]}</p>
      {(state === "off" || state === "failed") && (
        <div>
          <Button aria-disabled={busy || undefined} icon="bell" onClick={enable} type="button" variant="secondary">
            {texts.enable}
          </Button>
        </div>
      )}
    </>
  );
}

function stateOf(subscribed: boolean): State {
  const support = supportOf();
  if (support === "install") return "install";
  if (support === "hidden") return "Notification" in window && Notification.permission === "denied" ? "denied" : "incapable";
  return subscribed ? "on" : "off";
}
