"use client";
import { useEffect, useState } from "react";
import { call } from "#app/live/client.ts";
import { Button } from "#app/ui/button.tsx";
import { Dismiss } from "#app/ui/dismiss.tsx";
import { Strip } from "./strip.shared.tsx";

interface Offer {
  publicKey: string;
  dismiss: (data: FormData) => Promise<void>;
  texts: Record<"title" | "text" | "enable" | "dismiss" | "done" | "undo" | "refused" | "install" | "failed", string>;
}

/** `hidden`: unsupported, or denied before. */
type State = "hidden" | "asking" | "done" | "refused" | "install" | "failed";

export interface PushPromptProps {
  /** Null once the member has subscribed. An answered prompt then keeps the offer it showed. */
  offer: Offer | null;
}

export function PushPrompt({ offer }: PushPromptProps) {
  const [shown, setShown] = useState(offer);
  if (offer && offer !== shown) setShown(offer);
  return shown && <Prompt {...shown} />;
}

/** Offers push messages where the browser supports and permits them. */
function Prompt({ publicKey, dismiss, texts }: Offer) {
  const [state, setState] = useState<State>("hidden");
  const [busy, setBusy] = useState(false);
  useEffect(() => setState(supportOf()), []);
  if (state === "hidden") return null;
  const dismissal = <Dismiss action={dismiss} fields={{ notice: "push" }} label={texts.dismiss} />;
  if (state === "refused") return <Strip dismiss={dismissal} icon="info" title={texts.refused} />;
  if (state === "install") return <Strip dismiss={dismissal} icon="bell" text={texts.install} title={texts.title} />;

  const press = (work: () => Promise<State>) => () => {
    if (busy) return;
    setBusy(true);
    work()
      .then(setState, () => setState("failed"))
      .finally(() => setBusy(false));
  };
  if (state === "done") {
    const undo = (
      <Button
        aria-disabled={busy || undefined}
        onClick={press(() => unsubscribe().then(() => "asking"))}
        size="s"
        type="button"
        variant="secondary"
      >
        {texts.undo}
      </Button>
    );
    return <Strip action={undo} icon="check-circle" title={texts.done} tone="success" />;
  }
  return (
    <Strip
      action={
        <Button aria-disabled={busy || undefined} onClick={press(() => subscribe(publicKey))} size="s" type="button">
          {texts.enable}
        </Button>
      }
      dismiss={dismissal}
      icon="bell"
      text={texts.text}
      title={state === "failed" ? texts.failed : texts.title}
    />
  );
}

/** Safari on iOS offers push to installed apps only. */
export function supportOf(): "asking" | "hidden" | "install" {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)
    return Notification.permission === "denied" ? "hidden" : "asking";
  const touchMac = navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1;
  return /iPhone|iPad/.test(navigator.userAgent) || touchMac ? "install" : "hidden";
}

/** Requests the permission and registers the subscription; `refused` if the browser denies it. */
export async function subscribe(publicKey: string): Promise<"done" | "refused"> {
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  // The page usually registers the worker; this covers a press before that.
  if (!(await navigator.serviceWorker.getRegistration())) await navigator.serviceWorker.register("/sw-push.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // An earlier one may be of another key or of another member on this browser.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe(options);
  const { endpoint = "", expirationTime, keys } = subscription.toJSON();
  try {
    await call("subscribePush", { endpoint, expirationTime, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } });
  } catch (error) {
    // An unregistered subscription would receive nothing.
    await subscription.unsubscribe();
    throw error;
  }
  return "done";
}

async function unsubscribe(): Promise<void> {
  await call("unsubscribePush", {});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
