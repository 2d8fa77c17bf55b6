"use client";
import { useEffect, useState } from "react";
import { subscribe } from "#app/features/notices/push-prompt.client.tsx";
import { Button } from "#app/ui/button.tsx";

type State = "unknown" | "on" | "off" | "denied" | "incapable" | "failed";

export interface DeviceStateProps {
  publicKey: string;
  texts: Record<State | "enable", string>;
}

/** Shows the push state of this browser, and enables push unless the browser denies it. */
export function DeviceState({ publicKey, texts }: DeviceStateProps) {
  const [state, setState] = useState<State>("unknown");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    stateOf().then(setState, () => setState("incapable"));
  }, []);
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

async function stateOf(): Promise<State> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "incapable";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}
