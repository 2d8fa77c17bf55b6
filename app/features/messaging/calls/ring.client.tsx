"use client";
import { type ComponentType, startTransition, useCallback, useState } from "react";
import { useLiveEvents } from "#app/live/live.client.ts";
import type { LiveEvent } from "#app/live/live-event.ts";
import type { RingProps, RingViewProps } from "./ring-view.client.tsx";

type Ringing = Extract<LiveEvent, { type: "call_ring" }>;

/** On every page of a member. The dialog is loaded with the first ring, and stops as soon as another page has answered. */
export function Ring(props: RingProps) {
  const [ringing, setRinging] = useState<{ of: Ringing; View: ComponentType<RingViewProps> } | null>(null);
  const listener = useCallback(async (event: LiveEvent) => {
    if (event.type === "call_taken" || event.type === "call_ended")
      setRinging((now) => (now?.of.call === event.call ? null : now));
    if (event.type !== "call_ring" || new URLSearchParams(location.search).get("call") === event.call) return;
    const view = await import("./ring-view.client.tsx").catch(() => null);
    // A transition waits for the style sheets.
    if (view) startTransition(() => setRinging({ of: event, View: view.RingView }));
  }, []);
  useLiveEvents(listener);
  return ringing && <ringing.View {...props} close={() => setRinging(null)} key={ringing.of.call} of={ringing.of} />;
}
