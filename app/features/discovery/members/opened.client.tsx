"use client";
import { useEffect } from "react";
import { call } from "#app/live/client.ts";

/** A page that was loaded ahead tells that it is open now: the visit counts, and the like is seen. */
export function Opened({ id }: { id: string }) {
  useEffect(() => {
    // A refusal changes nothing on the page.
    call("member", { id }).catch(() => {});
  }, [id]);
  return null;
}
