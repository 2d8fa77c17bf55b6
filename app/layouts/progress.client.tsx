"use client";
import { useEffect } from "react";
import { useNavigation } from "react-router";
import { begin } from "#app/ui/busy.ts";
import { LoadingBar } from "#app/ui/loading-bar.client.tsx";

/** The loading bar of a page with scripts; the router's own way to another page, after a form, counts too. */
export function Progress() {
  const { state } = useNavigation();
  useEffect(() => (state === "idle" ? undefined : begin()), [state]);
  return <LoadingBar />;
}
