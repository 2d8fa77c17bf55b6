"use client";
import { useCallback, useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { LiveEvent } from "#worker/live/live.protocol.ts";
import { useLive, useLiveEvents } from "#app/live/live.client.ts";

/** Several events in a row are one reason to ask again, so many ms after the last of them. */
export const SETTLE = 400;

/** Asks the server for the page's lists again when one of these events comes, or a connection comes back. */
export function LiveRefresh({ events }: { events: readonly LiveEvent["type"][] }) {
  const { revalidate } = useRevalidator();
  const { epoch } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refresh = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void revalidate(), SETTLE);
  }, [revalidate]);
  useLiveEvents(useCallback((event: LiveEvent) => events.includes(event.type) && refresh(), [events, refresh]));
  useEffect(() => {
    if (epoch > 0) refresh();
  }, [epoch, refresh]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return null;
}

// The page's payload then holds all that it shows (see app/rendering/slim.ts).
LiveRefresh.refreshesPage = true;
