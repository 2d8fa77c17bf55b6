"use client";
import { startTransition, useEffect, useState } from "react";
import { call } from "#app/live/client.ts";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import type { Liked } from "#worker/discovery/likes/likes.contract.ts";
import { DelayedLikePopupCard } from "./delayed-like-popup-card.shared.tsx";

export interface DelayedLikePopupProps {
  seconds: number;
  sheets: string[];
  cdn: string;
  /** With `{{name}}`. */
  texts: { title: string; text: string; fictional: string };
}

/** Pop-up of the query parameter `t` for a member: the oldest new like after the delay, if any. */
export function DelayedLikePopup({ seconds, sheets, cdn, texts }: DelayedLikePopupProps) {
  const [like, setLike] = useState<Liked | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const timer = setTimeout(async () => {
      const url = new URL(location.href);
      url.searchParams.delete("t");
      history.replaceState(history.state, "", url);
      const likes = await call("likes", {}, { retries: 0, signal: over.signal }).catch(() => null);
      // The list is sorted with new likes first, newest at the top.
      const oldest = likes?.liked_by.filter(({ like_new }) => like_new).at(-1);
      startTransition(() => setLike(oldest ?? null));
    }, seconds * 1000);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [seconds]);
  if (!like) return null;
  const said = (text: string) => text.replaceAll("{{name}}", () => like.name);
  const photo = like.main_image && cdn + like.main_image.thumb_filename;
  return (
    <>
      <LaterSheets sheets={sheets} />
      <DelayedLikePopupCard
        fictional={like.fictional && texts.fictional}
        id={like.id}
        name={like.name}
        photo={photo}
        text={said(texts.text)}
        title={said(texts.title)}
      />
    </>
  );
}
