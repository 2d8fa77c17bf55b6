"use client";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { call } from "#app/live/client.ts";
import { supportOf } from "#app/page/push-support.ts";
import { Button } from "#app/ui/button.tsx";
import { Dismiss } from "#app/ui/dismiss.tsx";
import { serviceWorkers, workerRegistration } from "#app/ui/storage.ts";
import { Strip } from "#app/ui/strip.shared.tsx";

interface Offer {
  publicKey: string;
  dismiss: (data: FormData) => Promise<void>;
  texts: Record<"title" | "enable" | "dismiss" | "done" | "undo" | "refused" | "failed", string>;
}

type Answer = "done" | "refused" | "failed";

export interface PushPromptProps {
  /** Null once the member has subscribed. An answered prompt then keeps the offer it showed. */
  offer: Offer | null;
}

export function PushPrompt({ offer }: PushPromptProps) {
  const [shown, setShown] = useState(offer);
  if (offer && offer !== shown) setShown(offer);
  return shown && <Prompt {...shown} />;
}

/** Offers push messages where the browser supports and permits them. The server draws both offers (scripts.ts chooses). */
function Prompt({ publicKey, dismiss, texts }: Offer) {
  const support = useSyncExternalStore(unchanging, supportOf, () => null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const dismissal = <Dismiss action={dismiss} fields={{ notice: "push" }} label={texts.dismiss} />;
  const press = (work: () => Promise<Answer | null>) => () => {
    if (busy) return;
    setBusy(true);
    work()
      .then(setAnswer, () => setAnswer("failed"))
      .finally(() => setBusy(false));
  };
  const early = useRef(press(() => subscribe(publicKey)));
  useEffect(() => {
    if (window.__PERMISSION) early.current();
  }, []);
  if (answer === "refused") return <Strip dismiss={dismissal} icon="info" key={OFFERS[0]} title={texts.refused} />;
  if (answer === "done") {
    const undo = (
      <Button
        aria-disabled={busy || undefined}
        onClick={press(() => unsubscribe().then(() => null))}
        size="s"
        type="button"
        variant="secondary"
      >
        {texts.undo}
      </Button>
    );
    return <Strip action={undo} icon="check-circle" key={OFFERS[0]} title={texts.done} tone="success" />;
  }
  const enable = (
    <Button aria-disabled={busy || undefined} onClick={press(() => subscribe(publicKey))} size="s" type="button">
      {texts.enable}
    </Button>
  );
  const title = answer === "failed" ? texts.failed : texts.title;
  // Those settings say how to install the site.
  const offers = { asking: { action: enable }, install: { href: "/settings/notifications" } };
  return OFFERS.map(
    (kind) =>
      (support ?? kind) === kind && (
        <Strip
          dismiss={dismissal}
          icon="bell"
          key={kind}
          push={support === null ? kind : undefined}
          title={title}
          {...offers[kind]}
        />
      ),
  );
}

/** Keys: an answer stays in the strip that asked, so that a screen reader says it. */
const OFFERS = ["asking", "install"] as const;

const unchanging = () => () => {};

/** Requests the permission and registers the subscription; `refused` if the browser denies it. */
export async function subscribe(publicKey: string): Promise<"done" | "refused"> {
  const permission = window.__PERMISSION ?? Notification.requestPermission();
  delete window.__PERMISSION;
  if ((await permission) !== "granted") return "refused";
  // The page usually registers the worker; this covers a press before that.
  const workers = serviceWorkers();
  if (!workers) throw new Error("service workers are refused");
  if (!(await workerRegistration())) await workers.register("/sw-push.js");
  const { pushManager } = await workers.ready;
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
  const registration = await workerRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
