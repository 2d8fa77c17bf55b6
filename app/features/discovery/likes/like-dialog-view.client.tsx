"use client";
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { counted } from "#app/ui/counted.ts";
import { Icon } from "#app/ui/icon.tsx";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { FirstMessageForm, type FirstMessageFormProps } from "./first-message-form.client.tsx";
import css from "./like-dialog.module.css";
import { type Face, type LikedTexts, likedWords, MatchMoment } from "./match-moment.shared.tsx";

export interface LikeDialogProps {
  cdn: string;
  likeBack: (data: FormData) => Promise<void>;
  mine: Face;
  first: Omit<FirstMessageFormProps, "price" | "profile" | "texts">;
  language: string;
  /** True on a page that lists likes: a new one refreshes the list and opens nothing. */
  quiet: boolean;
  /** The last like that was refused. */
  refused: { profile: string; text: ReactNode } | null;
  sheets: string[];
  matchSheets: string[];
  texts: {
    title: string;
    matched: string;
    write: string;
    goOn: string;
    liked: LikedTexts;
    send: string;
    /** With `{{price}}`. */
    sendFor: string;
    lines: string;
    otherLines: string;
    field: string;
    /** With `{{price}}`. */
    consent: string;
    free: string;
    /** Keyed by plural category, with `{{count}}`. */
    price: Record<string, string>;
    like: string;
    likeBack: string;
    match: string;
    photo: string;
    open: string;
    close: string;
    fictional: string;
  };
}

export type NewLike = NonNullable<CallOutput<"autoLike">>;
type Chat = CallOutput<"chat">;
/** `chat` of a match is loaded before the dialog opens, so that nothing in it moves; null without a response. */
export type Shown = NewLike & { chat: Chat | null };

export interface LikeDialogViewProps extends LikeDialogProps {
  like: Shown;
  onClose: () => void;
}

export function LikeDialogView({
  like,
  onClose,
  cdn,
  mine,
  first,
  language,
  sheets,
  matchSheets,
  texts,
  ...answer
}: LikeDialogViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Not the close button, which a press of Enter would trigger.
    title.current?.focus();
  }, []);
  const { id, name, main_image: image, match, fictional, chat } = like;
  const said = (text: string) => text.replaceAll("{{name}}", () => name);
  const href = `/likes/m/${id}`;
  const theirs = { name, src: image && cdn + image.filename, fictional: fictional ? texts.fictional : undefined };
  const back = { ...answer, close: () => dialog.current?.close(), theirs };
  return (
    <dialog aria-labelledby="like-dialog-like like-dialog-match" className={css.dialog} onClose={onClose} ref={dialog}>
      <LaterSheets sheets={[...sheets, ...matchSheets]} />
      <form className={css.closing} method="dialog" noValidate>
        <Button className={css.close} icon="close" iconOnly variant="quiet">
          {texts.close}
        </Button>
        {/* Mouse target outside the content; keyboards use the close button or Esc. */}
        <button aria-hidden="true" className={css.outside} tabIndex={-1} type="submit" />
      </form>
      {match ? (
        <div className={css.match}>
          <MatchMoment
            liked={likedWords(chat?.liked ?? [], name, texts.liked)}
            link={{ href, label: said(texts.open) }}
            mine={mine}
            news={
              <p className={css.eyebrow} id="like-dialog-like">
                <Icon name="thumbs-up" size="s" /> {texts.title}
              </p>
            }
            text={said(texts.match)}
            theirs={theirs}
            title={texts.matched}
            titleId="like-dialog-match"
            titleRef={title}
          >
            {chat && !chat.conversation && !chat.refusal ? (
              <MatchMessage chat={chat} first={first} language={language} texts={texts} />
            ) : (
              <ButtonLink href={`/members/${id}/chat`} icon="message" size="l" wide>
                {chat?.conversation ? texts.goOn : said(texts.write)}
              </ButtonLink>
            )}
          </MatchMoment>
        </div>
      ) : (
        <div className={css.content}>
          <span className={css.thumb}>
            <Icon name="thumbs-up" size="l" />
          </span>
          <h2 className={css.title} id="like-dialog-like" ref={title} tabIndex={-1}>
            {texts.title}
          </h2>
          {image && (
            <a className={css.picture} href={href}>
              <img alt={said(texts.photo)} height={500} src={cdn + image.match} width={400} />
            </a>
          )}
          <p className={css.text}>{said(texts.like)}</p>
          {fictional && <FictionalBadge tone="warning">{texts.fictional}</FictionalBadge>}
          <LikeBack {...back} profile={id} text={texts.likeBack} />
          <ButtonLink className={css.open} href={href} size="l" variant="secondary">
            {said(texts.open)}
          </ButtonLink>
        </div>
      )}
    </dialog>
  );
}

type LikeBackProps = Pick<LikeDialogProps, "likeBack" | "refused"> & {
  profile: string;
  theirs: Face;
  text: string;
  close(): void;
};

/** The dialog closes with the page that shows the match; a refusal stays in it. */
function LikeBack({ likeBack, profile, theirs, refused, text, close }: LikeBackProps) {
  const [answers, setAnswers] = useState(0);
  const refusal = refused?.profile === profile ? refused.text : null;
  const send = async (data: FormData) => {
    await likeBack(data);
    startTransition(() => setAnswers((count) => count + 1));
  };
  useEffect(() => {
    if (answers > 0 && !refusal) close();
  }, [answers, refusal, close]);
  return (
    <form action={send} className={css.back} data-match={JSON.stringify(theirs)} noValidate>
      {refusal}
      <input name="profile" type="hidden" value={profile} />
      <Button className={css.open} icon="heart" size="l">
        {text}
      </Button>
    </form>
  );
}

/** Also here, so that its rules are in the sheets of this file and not in those of each page. */
export { MatchAhead, styled } from "./match-ahead.client.tsx";

type MatchMessageProps = Pick<LikeDialogProps, "first" | "language" | "texts"> & { chat: Chat };

function MatchMessage({
  chat: { profile, price, first_lines: lines, asks_fictional: asks, takes_price: takes },
  first,
  language,
  texts,
}: MatchMessageProps) {
  const { id, name, fictional } = profile;
  const cost = price > 0 ? counted(texts.price, price, language) : texts.free;
  const said = (text: string) => text.replaceAll("{{name}}", () => name).replace("{{price}}", cost);
  return (
    <FirstMessageForm
      {...first}
      lines={lines.filter(({ icebreaker }) => !icebreaker)}
      price={takes ? price : null}
      profile={id}
      sent={first.sent.profile === id ? first.sent : { clientId: first.sent.clientId, errors: {}, refusal: null }}
      texts={{
        lines: texts.lines,
        otherLines: texts.otherLines,
        field: said(texts.field),
        consent: fictional && (price > 0 || asks) ? said(texts.consent) : null,
        send: price > 0 ? texts.sendFor.replace("{{price}}", cost) : texts.send,
      }}
    />
  );
}
