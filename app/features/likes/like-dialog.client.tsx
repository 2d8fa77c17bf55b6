"use client";
import { useEffect, useRef, useState } from "react";
import { call } from "#app/live/client.ts";
import { SETTLE } from "#app/live/list-refresh.ts";
import { live } from "#app/live/live.client.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { isInteracting } from "#app/ui/interacting.ts";
import type { CallOutput } from "#worker/calls.ts";
import { FirstLines, type FirstLinesProps } from "./first-lines.shared.tsx";
import css from "./like-dialog.module.css";
import { MatchMoment, type MatchMomentProps } from "./match-moment.shared.tsx";

export interface LikeDialogProps {
  cdn: string;
  mine: MatchMomentProps["mine"];
  first: Pick<FirstLinesProps, "action" | "clientId" | "draft" | "error" | "lines" | "maxLength">;
  language: string;
  texts: {
    title: string;
    matched: string;
    write: string;
    send: string;
    later: string;
    /** Headings with `{{price}}`. */
    lines: string;
    own: string;
    free: string;
    /** By plural category, with `{{count}}`. */
    price: Record<string, string>;
    like: string;
    match: string;
    photo: string;
    open: string;
    close: string;
    fictional: string;
  };
}

type NewLike = NonNullable<CallOutput<"autoLike">>;

/** In ms. Product.md section 9: every minute while the page is visible; first after 5 s, like other polls. */
const FIRST = 5_000;
const EVERY = 60_000;
/** Spec section 9, in ms: delay before the lists refresh. */
const RELOAD_AFTER = 500;

/** Polls for new likes; the server returns each once, to the first page that asks. */
export function LikeDialog({ cdn, mine, first, language, texts }: LikeDialogProps) {
  const [like, setLike] = useState<NewLike | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => askEveryMinute(setLike), []);
  useEffect(() => {
    if (like) dialog.current?.showModal();
  }, [like]);
  const chat = useChat(like?.match ? like.id : null);
  if (!like) return null;

  const { id, name, main_image: image, match, fictional } = like;
  const said = (text: string) => text.replaceAll("{{name}}", name);
  const href = `/likes/m/${id}`;
  const priceOf = (count: number) => {
    const form = texts.price[new Intl.PluralRules(language).select(count)] ?? texts.price.other ?? "";
    return count > 0 ? form.replace("{{count}}", String(count)) : texts.free;
  };
  return (
    <dialog
      aria-labelledby="like-dialog-like like-dialog-match"
      className={css.dialog}
      onClose={() => setLike(null)}
      ref={dialog}
    >
      <form className={css.closing} method="dialog">
        {/* Mouse target outside the content; keyboards use the close button or Esc. */}
        <button aria-hidden="true" className={css.outside} tabIndex={-1} type="submit" />
        <Button className={css.close} icon="close" iconOnly variant="quiet">
          {texts.close}
        </Button>
      </form>
      <div className={css.content}>
        {match ? (
          <>
            <p className={css.eyebrow} id="like-dialog-like">
              <Icon name="thumbs-up" size="s" /> {texts.title}
            </p>
            <MatchMoment
              fictional={fictional && texts.fictional}
              link={{ href, label: said(texts.photo) }}
              mine={mine}
              text={said(texts.match)}
              theirs={{ name, src: image && cdn + image.match }}
              title={<h2 id="like-dialog-match">{texts.matched}</h2>}
            >
              {chat && chat.icebreaker_price !== null && !chat.refusal ? (
                <FirstLines
                  {...first}
                  asksFirst={fictional && Math.max(chat.price, chat.icebreaker_price) > 0}
                  profile={id}
                  texts={{
                    lines: texts.lines.replace("{{price}}", priceOf(chat.icebreaker_price)),
                    own: texts.own.replace("{{price}}", priceOf(chat.price)),
                    field: said(texts.write),
                    send: texts.send,
                  }}
                />
              ) : (
                <ButtonLink href={`/members/${id}/chat`} icon="message" size="l" wide>
                  {said(texts.write)}
                </ButtonLink>
              )}
              <ButtonLink href={href} variant="secondary" wide>
                {said(texts.open)}
              </ButtonLink>
              <form method="dialog">
                <Button variant="quiet" wide>
                  {texts.later}
                </Button>
              </form>
            </MatchMoment>
          </>
        ) : (
          <>
            <span className={css.thumb}>
              <Icon name="thumbs-up" size="l" />
            </span>
            <h2 className={css.title} id="like-dialog-like">
              {texts.title}
            </h2>
            {image && (
              <a className={css.picture} href={href}>
                <img alt={said(texts.photo)} height={500} src={cdn + image.match} width={400} />
              </a>
            )}
            <p className={css.text}>{said(texts.like)}</p>
            {fictional && <Badge tone="warning">{texts.fictional}</Badge>}
            <ButtonLink className={css.open} href={href} size="l">
              {said(texts.open)}
            </ButtonLink>
          </>
        )}
      </div>
    </dialog>
  );
}

type Chat = CallOutput<"chat">;

/** The chat with a match, for the price of the first message; null until it is known. */
function useChat(profile: string | null): Chat | null {
  const [chat, setChat] = useState<Chat | null>(null);
  useEffect(() => {
    setChat(null);
    if (!profile) return;
    const over = new AbortController();
    // Without an answer the way to the chat stays.
    call("chat", { profile }, { signal: over.signal }).then(setChat, () => {});
    return () => over.abort();
  }, [profile]);
  return chat;
}

/** Refreshes the likes for the badge and for pages that list them. */
function askForLikes({ id, match }: NewLike): void {
  setTimeout(() => live().report({ type: "like", profile: id, match }), RELOAD_AFTER - SETTLE);
  setTimeout(async () => {
    const likes = await call("likes", {}).catch(() => null); // the next poll retries
    if (likes) live().count({ new_likes: likes.new_likes });
  }, RELOAD_AFTER);
}

function askEveryMinute(show: (like: NewLike) => void): () => void {
  const over = new AbortController();
  let due = Date.now() + FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    // A visible page restarts the poll.
    if (document.visibilityState !== "visible") return;
    const wait = due - Date.now();
    if (wait <= 0) due = Date.now() + EVERY;
    timer = setTimeout(ask, wait > 0 ? wait : EVERY);
    if (wait > 0 || isInteracting()) return;
    // No retry: a lost like remains in the list, and a second request would return another one.
    const found = await call("autoLike", {}, { retries: 0, signal: over.signal }).catch(() => null);
    if (!found) return;
    show(found);
    askForLikes(found);
  };
  void ask();
  document.addEventListener("visibilitychange", ask, { signal: over.signal });
  return () => {
    clearTimeout(timer);
    over.abort();
  };
}
