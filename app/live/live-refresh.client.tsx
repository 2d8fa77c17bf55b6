"use client";
import { useCallback, useEffect } from "react";
import { refreshPage } from "#app/page/page.ts";
import { ListRefresh } from "./list-refresh.ts";
import { useLive, useLiveEvents } from "./live.client.ts";
import type { LiveEvent } from "./live-event.ts";

const refresh = new ListRefresh(() => void refreshPage());

export function refreshSoon(): void {
  refresh.soon();
}

/** Refetches the page's data after one of these events, or after lost events. */
export function LiveRefresh({ events }: { events: readonly LiveEvent["type"][] }) {
  const { epoch } = useLive();
  useLiveEvents(useCallback((event: LiveEvent) => events.includes(event.type) && refresh.soon(), [events]));
  useEffect(() => refresh.follow(epoch), [epoch]);
  return null;
}

// The payload of such a page must be complete (app/rendering/slim.ts).
LiveRefresh.refreshesPage = true;
