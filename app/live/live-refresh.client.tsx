"use client";
import { useCallback, useEffect } from "react";
import { useRevalidator } from "react-router";
import type { LiveEvent } from "#worker/live/live.protocol.ts";
import { ListRefresh } from "./list-refresh.ts";
import { useLive, useLiveEvents } from "./live.client.ts";

const refresh = new ListRefresh();

/** Asks the server for the page's lists again when one of these events comes, or when something may have been missed. */
export function LiveRefresh({ events }: { events: readonly LiveEvent["type"][] }) {
  const { revalidate } = useRevalidator();
  const { epoch } = useLive();
  useEffect(() => refresh.use(() => void revalidate()), [revalidate]);
  useLiveEvents(useCallback((event: LiveEvent) => events.includes(event.type) && refresh.soon(), [events]));
  useEffect(() => refresh.follow(epoch), [epoch]);
  return null;
}

// The page's payload then holds all that it shows (see app/rendering/slim.ts).
LiveRefresh.refreshesPage = true;
