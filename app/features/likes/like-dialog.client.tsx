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
import { FirstMessageForm, type FirstMessageFormProps } from "./first-message-form.client.tsx";
import css from "./like-dialog.module.css";
import { MatchMoment, type MatchMomentProps } from "./match-moment.shared.tsx";

export interface LikeDialogProps {
  cdn: string;
  mine: MatchMomentProps["mine"];
  first: Omit<FirstMessageFormProps, "profile" | "texts">;
  language: string;
  texts: {
    title: string;
    matched: string;
    write: string;
    send: string;
    later: string;
    lines: string;
    field: string;
    /** With `{{price}}`. */
    consent: string;
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
type Chat = CallOutput<"chat">;
/** `chat` of a match is loaded before the dialog opens, so that nothing in it moves; null without a response. */
type Shown = NewLike & { chat: Chat | null };

/** In ms. Product.md section 9: every minute while the page is visible; first after 5 s, like other polls. */
const FIRST = 5_000;
const EVERY = 60_000;
/** In ms. Without a response by then, the dialog shows a link to the chat. */
const CHAT_WAIT = 5_000;
/** Spec section 9, in ms: delay before the lists refresh. */
const RELOAD_AFTER = 500;

/** Polls for new likes; the server returns each once, to the first page that asks. */
export function LikeDialog({ cdn, mine, first, language, texts }: LikeDialogProps) {
  const [like, setLike] = useState<Shown | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => askEveryMinute(setLike), []);
  useEffect(() => {
    if (like) dialog.current?.showModal();
  }, [like]);
  if (!like) return null;

  const { id, name, main_image: image, match, fictional, chat } = like;
  const said = (text: string) => text.replaceAll("{{name}}", name);
  const href = `/likes/m/${id}`;
  return (
    <dialog
      aria-labelledby="like-dialog-like like-dialog-match"
      className={css.dialog}
      onClose={() => setLike(null)}
      ref={dialog}
    >
      <form className={css.closing} method="dialog">
        {/* First, since showModal focuses it. */}
        <Button className={css.close} icon="close" iconOnly variant="quiet">
          {texts.close}
        </Button>
        {/* Mouse target outside the content; keyboards use the close button or Esc. */}
        <button aria-hidden="true" className={css.outside} tabIndex={-1} type="submit" />
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
              {chat && !chat.conversation && !chat.refusal ? (
                <MatchMessage chat={chat} first={first} language={language} texts={texts} />
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

type MatchMessageProps = Pick<LikeDialogProps, "first" | "language" | "texts"> & { chat: Chat };

function MatchMessage({ chat: { profile, price }, first, language, texts }: MatchMessageProps) {
  const { id, name, fictional } = profile;
  const form = texts.price[new Intl.PluralRules(language).select(price)] ?? texts.price.other ?? "";
  const cost = price > 0 ? form.replace("{{count}}", String(price)) : texts.free;
  const said = (text: string) => text.replaceAll("{{name}}", name).replace("{{price}}", cost);
  return (
    <FirstMessageForm
      {...first}
      profile={id}
      sent={first.sent.profile === id ? first.sent : { clientId: first.sent.clientId, errors: {}, refusal: null }}
      texts={{
        lines: texts.lines,
        field: said(texts.field),
        hint: cost,
        consent: fictional && price > 0 ? said(texts.consent) : null,
        send: texts.send,
      }}
    />
  );
}

/** Refreshes the likes for the badge and for pages that list them. */
function askForLikes({ id, match }: NewLike): void {
  setTimeout(() => live().report({ type: "like", profile: id, match }), RELOAD_AFTER - SETTLE);
  setTimeout(async () => {
    const likes = await call("likes", {}).catch(() => null); // the next poll retries
    if (likes) live().count({ new_likes: likes.new_likes });
  }, RELOAD_AFTER);
}

function askEveryMinute(show: (like: Shown) => void): () => void {
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
    askForLikes(found);
    const once = { retries: 0, signal: AbortSignal.any([over.signal, AbortSignal.timeout(CHAT_WAIT)]) };
    const chat = found.match ? await call("chat", { profile: found.id }, once).catch(() => null) : null;
    if (!over.signal.aborted) show({ ...found, chat });
  };
  void ask();
  document.addEventListener("visibilitychange", ask, { signal: over.signal });
  return () => {
    clearTimeout(timer);
    over.abort();
  };
}
