"use client";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useLive } from "#app/live/live.client.ts";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";

const EVENTS = ["payment"] as const;
/** In ms. */
const POLL = 5_000;

/** Refetches an open payment by its live event, and by polling while the page is visible without a socket. */
export function PaymentRefresh() {
  const { revalidate } = useRevalidator();
  const connected = useLive().state === "open";
  useEffect(() => {
    // The event may have come before the socket.
    if (connected) {
      void revalidate();
      return;
    }
    const poll = setInterval(() => document.visibilityState === "visible" && void revalidate(), POLL);
    return () => clearInterval(poll);
  }, [connected, revalidate]);
  return <LiveRefresh events={EVENTS} />;
}

// The payload of such a page must be complete (app/rendering/slim.ts).
PaymentRefresh.refreshesPage = true;
