"use client";
import { useEffect, useState } from "react";
import { call } from "#app/live/client.ts";
import { Button } from "#app/ui/button.tsx";
import { Dismiss } from "#app/ui/dismiss.tsx";
import { Strip } from "./strip.shared.tsx";

export interface PushPromptProps {
  publicKey: string;
  dismiss: (data: FormData) => Promise<void>;
  texts: Record<"title" | "text" | "enable" | "dismiss" | "done" | "refused" | "failed", string>;
}

/** `hidden`: unsupported, denied or already subscribed. */
type State = "hidden" | "asking" | "busy" | "done" | "refused" | "failed";

/** Offers push messages where the browser supports and permits them (spec section 2). */
export function PushPrompt({ publicKey, dismiss, texts }: PushPromptProps) {
  const [state, setState] = useState<State>("hidden");
  useEffect(() => {
    isOpen().then(
      (open) => open && setState("asking"),
      () => {}, // without an answer from the browser, no prompt
    );
  }, []);
  if (state === "hidden") return null;
  if (state === "done") return <Strip icon="check-circle" title={texts.done} tone="success" />;
  if (state === "refused") return <Strip icon="info" title={texts.refused} />;

  const enable = () => {
    if (state === "busy") return;
    setState("busy");
    subscribe(publicKey).then(setState, () => setState("failed"));
  };
  return (
    <Strip
      action={
        <Button aria-disabled={state === "busy" || undefined} onClick={enable} size="s" type="button">
          {texts.enable}
        </Button>
      }
      dismiss={<Dismiss action={dismiss} fields={{ notice: "push" }} label={texts.dismiss} />}
      icon="bell"
      text={texts.text}
      title={state === "failed" ? texts.failed : texts.title}
    />
  );
}

/** True if push is supported, not denied, and not yet subscribed in this browser. */
async function isOpen(): Promise<boolean> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return false;
  if (Notification.permission === "denied") return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return ((await registration?.pushManager.getSubscription()) ?? null) === null;
}

/** Requests the permission and registers the subscription; `refused` if the browser denies it. */
export async function subscribe(publicKey: string): Promise<"done" | "refused"> {
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  // The page usually registers the worker; this covers a press before that.
  if (!(await navigator.serviceWorker.getRegistration())) await navigator.serviceWorker.register("/sw-push.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = "", expirationTime, keys } = subscription.toJSON();
  try {
    await call("subscribePush", { endpoint, expirationTime, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } });
  } catch (error) {
    // An unregistered subscription would receive nothing and prevent another prompt.
    await subscription.unsubscribe();
    throw error;
  }
  return "done";
}
