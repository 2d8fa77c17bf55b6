"use client";
import { useEffect } from "react";
import { useLive } from "#app/live/live.client.ts";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { refreshPage } from "#app/page/page.ts";

const EVENTS = ["payment"] as const;
/** In ms. */
const POLL = 5_000;

/** Refetches an open payment by its live event, and by polling while the page is visible without a socket. */
export function PaymentRefresh() {
  const connected = useLive().state === "open";
  useEffect(() => {
    // The event may have come before the socket.
    if (connected) {
      void refreshPage();
      return;
    }
    const poll = setInterval(() => document.visibilityState === "visible" && void refreshPage(), POLL);
    return () => clearInterval(poll);
  }, [connected]);
  return <LiveRefresh events={EVENTS} />;
}

// The payload of such a page must be complete (app/rendering/slim.ts).
PaymentRefresh.refreshesPage = true;
