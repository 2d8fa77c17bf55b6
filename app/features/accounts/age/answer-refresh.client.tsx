"use client";
import { useEffect } from "react";
import { refreshPage } from "#app/page/page.ts";

/** In ms. */
const POLL = 2_000;

/** The page goes on once the app has answered, on this device or another. */
export function AnswerRefresh() {
  useEffect(() => {
    const poll = setInterval(() => document.visibilityState === "visible" && void refreshPage(), POLL);
    return () => clearInterval(poll);
  }, []);
  return null;
}

// The payload of such a page must be complete (app/rendering/slim.ts).
AnswerRefresh.refreshesPage = true;
