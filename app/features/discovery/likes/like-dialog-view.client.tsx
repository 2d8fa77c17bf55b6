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
import { MatchMoment, type MatchMomentProps } from "./match-moment.shared.tsx";

export interface LikeDialogProps {
  cdn: string;
  likeBack: (data: FormData) => Promise<void>;
  mine: MatchMomentProps["mine"];
  first: Omit<FirstMessageFormProps, "profile" | "texts">;
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
    send: string;
    later: string;
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
  ...back
}: LikeDialogViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { id, name, main_image: image, match, fictional, chat } = like;
  const said = (text: string) => text.replaceAll("{{name}}", () => name);
  const href = `/likes/m/${id}`;
  return (
    <dialog aria-labelledby="like-dialog-like like-dialog-match" className={css.dialog} onClose={onClose} ref={dialog}>
      <LaterSheets sheets={[...sheets, ...matchSheets]} />
      <form className={css.closing} method="dialog" noValidate>
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
              <form method="dialog" noValidate>
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
            {fictional && <FictionalBadge tone="warning">{texts.fictional}</FictionalBadge>}
            <LikeBack {...back} close={() => dialog.current?.close()} profile={id} text={texts.likeBack} />
            <ButtonLink className={css.open} href={href} size="l" variant="secondary">
              {said(texts.open)}
            </ButtonLink>
          </>
        )}
      </div>
    </dialog>
  );
}

type LikeBackProps = Pick<LikeDialogProps, "likeBack" | "refused"> & { profile: string; text: string; close(): void };

/** The dialog closes with the page that shows the match; a refusal stays in it. */
function LikeBack({ likeBack, profile, refused, text, close }: LikeBackProps) {
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
    <form action={send} className={css.back} noValidate>
      {refusal}
      <input name="profile" type="hidden" value={profile} />
      <Button className={css.open} icon="heart" size="l">
        {text}
      </Button>
    </form>
  );
}

type MatchMessageProps = Pick<LikeDialogProps, "first" | "language" | "texts"> & { chat: Chat };

function MatchMessage({ chat: { profile, price, first_lines: lines }, first, language, texts }: MatchMessageProps) {
  const { id, name, fictional } = profile;
  const cost = price > 0 ? counted(texts.price, price, language) : texts.free;
  const said = (text: string) => text.replaceAll("{{name}}", () => name).replace("{{price}}", cost);
  return (
    <FirstMessageForm
      {...first}
      lines={lines.filter(({ icebreaker }) => !icebreaker)}
      profile={id}
      sent={first.sent.profile === id ? first.sent : { clientId: first.sent.clientId, errors: {}, refusal: null }}
      texts={{
        lines: texts.lines,
        otherLines: texts.otherLines,
        field: said(texts.field),
        hint: cost,
        consent: fictional && price > 0 ? said(texts.consent) : null,
        send: texts.send,
      }}
    />
  );
}
