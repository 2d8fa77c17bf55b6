"use client";
import { useCallback, useEffect } from "react";
import { useRevalidator } from "react-router";
import type { LiveEvent } from "#worker/live/live.protocol.ts";
import { ListRefresh } from "./list-refresh.ts";
import { useLive, useLiveEvents } from "./live.client.ts";

const refresh = new ListRefresh();

/** Refetches the page's data after one of these events, or after lost events. */
export function LiveRefresh({ events }: { events: readonly LiveEvent["type"][] }) {
  const { revalidate } = useRevalidator();
  const { epoch } = useLive();
  useEffect(() => refresh.use(() => void revalidate()), [revalidate]);
  useLiveEvents(useCallback((event: LiveEvent) => events.includes(event.type) && refresh.soon(), [events]));
  useEffect(() => refresh.follow(epoch), [epoch]);
  return null;
}

// The payload of such a page must be complete (app/rendering/slim.ts).
LiveRefresh.refreshesPage = true;
