"use client";
import { useEffect } from "react";
import { useNavigation } from "react-router";
import { beginWait } from "#app/ui/busy.ts";
import { LoadingBar } from "#app/ui/loading-bar.client.tsx";

/** Loading bar for scripted pages; includes the router's navigation after a form. */
export function Progress() {
  const { state } = useNavigation();
  useEffect(() => (state === "idle" ? undefined : beginWait()), [state]);
  return <LoadingBar />;
}
