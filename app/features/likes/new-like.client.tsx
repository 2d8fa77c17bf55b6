"use client";
import { useEffect, useRef, useState } from "react";
import { call } from "#app/live/client.ts";
import { live } from "#app/live/live.client.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { isOccupied } from "#app/ui/occupied.ts";
import type { CallOutput } from "#worker/calls.ts";
import { SETTLE } from "../badges/live-refresh.client.tsx";
import css from "./new-like.module.css";

export interface NewLikeProps {
  /** What a picture's path goes after. */
  cdn: string;
  texts: {
    title: string;
    /** "{{name}} likes you". */
    like: string;
    match: string;
    photo: string;
    open: string;
    close: string;
    fictional: string;
  };
}

type Announced = NonNullable<CallOutput<"autoLike">>;

/** Product.md section 9: every minute while the page is looked at; the first time after as long as other polls wait. */
const FIRST = 5_000;
const EVERY = 60_000;
/** Spec section 9: the lists are asked for again so long after it was announced. */
const RELOAD_AFTER = 500;

/** Fills the window when somebody has liked this member, each like once on whichever page asks first. */
export function NewLike({ cdn, texts }: NewLikeProps) {
  const [like, setLike] = useState<Announced | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => askEveryMinute(setLike), []);
  useEffect(() => {
    if (!like) return;
    dialog.current?.showModal();
    const event = { type: "like", profile: like.id, match: like.match } as const;
    const timer = setTimeout(() => live().report(event), RELOAD_AFTER - SETTLE);
    return () => clearTimeout(timer);
  }, [like]);
  if (!like) return null;

  const { id, name, main_image: image, match, fictional } = like;
  const said = (text: string) => text.replaceAll("{{name}}", name);
  const href = `/likes/m/${id}`;
  return (
    <dialog aria-labelledby="new-like" className={css.dialog} onClose={() => setLike(null)} ref={dialog}>
      <form className={css.closing} method="dialog">
        {/* The keyboard has the cross and Esc; this is the press beside the picture. */}
        <button aria-hidden="true" className={css.outside} tabIndex={-1} type="submit" />
        <Button className={css.close} icon="close" iconOnly variant="quiet">
          {texts.close}
        </Button>
      </form>
      <div className={css.content}>
        <span className={css.thumb}>
          <Icon name="thumbs-up" size="l" />
        </span>
        <h2 className={css.title} id="new-like">
          {texts.title}
        </h2>
        {image && (
          <a className={css.picture} href={href}>
            <img alt={said(texts.photo)} height={500} src={cdn + image.match} width={400} />
          </a>
        )}
        <p className={css.text}>{said(match ? texts.match : texts.like)}</p>
        {fictional && <Badge tone="warning">{texts.fictional}</Badge>}
        <ButtonLink className={css.open} href={href} size="l">
          {said(texts.open)}
        </ButtonLink>
      </div>
    </dialog>
  );
}

function askEveryMinute(show: (like: Announced) => void): () => void {
  const over = new AbortController();
  let due = Date.now() + FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    // Begins again when the page is looked at.
    if (document.visibilityState !== "visible") return;
    const wait = due - Date.now();
    if (wait <= 0) due = Date.now() + EVERY;
    timer = setTimeout(ask, wait > 0 ? wait : EVERY);
    if (wait > 0 || isOccupied()) return;
    // A like that is lost on the way still stands in the list; a second attempt would announce another one.
    const found = await call("autoLike", {}, { retries: 0, signal: over.signal }).catch(() => null);
    if (found) show(found);
  };
  void ask();
  document.addEventListener("visibilitychange", ask, { signal: over.signal });
  return () => {
    clearTimeout(timer);
    over.abort();
  };
}
