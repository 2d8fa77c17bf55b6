"use client";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { newKey } from "#app/live/client.ts";
import { typedEarly } from "#app/page/typed-early.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { counted } from "#app/ui/counted.ts";
import { AttachPanel, AttachTrigger, PickedPhoto } from "./attach.client.tsx";
import { COUNT_FROM, charactersLeft } from "./characters.client.ts";
import type { ChatTexts } from "./chat-texts.ts";
import { Composer } from "./composer.client.tsx";
import { keptDraft } from "./kept-drafts.client.ts";
import { wordsOf } from "./message-words.client.ts";
import css from "./messages.module.css";
import type { ThreadParts } from "./thread-props.ts";
import type { Mode } from "./use-actions.client.ts";
import { useDrafts } from "./use-drafts.client.ts";
import { joined, useEdit } from "./use-edit.client.ts";

export function ThreadComposer(props: ThreadParts) {
  const { initial, selfId, confirm, giftHref, texts, price, notConfirmed, action, draft, error, clientId, state, reader } = props;
  const { send, type, refused, credits, conversation, mode, setMode, photos } = state;
  const partnerId = initial.profile.id;
  const [text, setText] = useState(draft);
  const [nextId, setNextId] = useState(clientId);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [pressed, setPressed] = useState(false);
  const replying = mode?.kind === "reply" ? mode.message : null;
  const drafts = useDrafts({
    selfId,
    partnerId,
    text,
    replyTo: replying?.seq ?? null,
    clientId: nextId,
    take: setText,
  });
  const { typed: draftTyped, offered } = drafts;
  const adopted = useRef(false);
  // Text typed before hydration exists only in the DOM field.
  useLayoutEffect(() => {
    const first = !adopted.current;
    const early = first ? (typedEarly(field.current) ?? field.current?.value) : undefined;
    const kept = keptDraft(selfId, partnerId);
    adopted.current = true;
    setText((now) => {
      const typed = early ?? now;
      return typed && typed !== draft ? typed : (kept?.text ?? typed);
    });
    if (early && early !== draft) draftTyped(early);
    // This browser kept a text that the server did not save; a newer text of another device wins.
    else if (kept) draftTyped(kept.text, kept.at);
    else if (!first) offered(draft);
  }, [selfId, partnerId, draft, draftTyped, offered]);
  const start = useRef(initial);
  useEffect(() => {
    const { messages, draft_reply_to: seq } = start.current;
    const answered = messages.find((message) => message.seq === seq);
    if (answered && !answered.hidden) setMode({ kind: "reply", message: answered });
  }, [setMode]);

  const keep = (value: string) => {
    setText(value);
    draftTyped(value);
  };
  const edit = useEdit({ state, field, draft: text, keep, texts: texts.actions });
  const { editing } = edit;
  // A refused text returns to the field, after any text typed since.
  const giveBack = useEffectEvent((gone: string) => keep(joined(text, gone)));
  useEffect(() => {
    if (refused) giveBack(refused.text);
  }, [refused]);
  const picture = editing ? null : photos.picked;
  const shown = editing ? edit.text : text;
  const left = charactersLeft(shown, initial.message_length);
  const submit = () => {
    const value = shown.trim();
    if (left < 0) return;
    if (photos.preparing && !editing) return setPressed(true);
    if (!value && !picture) return;
    if (editing) return edit.save(value);
    setNextId(newKey());
    setText("");
    drafts.sent();
    setMode(null);
    photos.drop();
    send({ text: value, clientId: nextId, replyTo: replying?.seq, file: picture?.file });
  };

  // A press while the photo is prepared sends with the photo; one that cannot be read leaves the text.
  const { preparing, problem } = photos;
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    if (!pressed || preparing) return;
    setPressed(false);
    if (!problem) submitNow();
  }, [pressed, preparing, problem]);

  const problems = { unreadable: texts.photo.unreadable, offline: texts.failed };
  const lacks = credits < initial.price ? "not_enough_credits" : null;
  const blocked = initial.refusal === "not_enough_credits" ? lacks : (initial.refusal ?? lacks);
  const why = (refused && reasonOf(refused.error.code)) ?? blocked;
  const wrong = refused ? refused.error.fields[0]?.message || refused.error.message || texts.failed : error;
  const begun = state.thread.pending.length > 0 || state.thread.messages.some(({ sender }) => sender === selfId);
  const asks = !begun && why !== "deleted" && confirm;
  const answered = initial.photos === "open" || state.thread.messages.some(({ sender }) => sender === initial.profile.id);
  const attaches = !editing && why !== "blocked" && why !== "deleted";
  const mendable = !why && Boolean(wrong) && left >= 0;
  return (
    <Composer
      confirm={asks}
      button={{ disabled: why === "blocked" || why === "deleted" }}
      counter={left <= COUNT_FROM ? texts.left.replace("{{count}}", String(left)) : undefined}
      error={left < 0 ? texts.tooLong : problem ? problems[problem] : edit.problem}
      form={{
        action,
        ref: form,
        onSubmit: (event) => {
          event.preventDefault();
          submit();
        },
      }}
      hidden={
        <>
          <input name="client_id" type="hidden" value={nextId} />
          <input name="profile" type="hidden" value={initial.profile.id} />
          {conversation && <input name="conversation" type="hidden" value={conversation} />}
        </>
      }
      label={texts.write}
      notice={
        why === "not_confirmed" ? (
          notConfirmed
        ) : why ? (
          <Refusal first={Boolean(error)} texts={texts} why={why} />
        ) : mode || picture ? (
          <>
            {mode && <ModeNotice mode={mode} onLeave={edit.leave} own={mode.message.sender === selfId} texts={texts} />}
            {picture && <PickedPhoto photos={photos} texts={texts} />}
          </>
        ) : (
          mendable && <Alert first={!refused} id="message-refused" title={wrong} tone="error" />
        )
      }
      panel={
        attaches && (
          <AttachPanel
            clientId={clientId}
            giftHref={giftHref}
            lines={conversation ? [] : props.lines}
            photoAction={props.photoAction}
            photos={initial.photos && !asks ? (answered && conversation ? "open" : "unanswered") : null}
            price={price}
            state={state}
            texts={texts}
          />
        )
      }
      placeholder={picture ? texts.photo.caption : texts.write}
      price={editing ? undefined : initial.price > 0 ? `${price} · ${counted(texts.balance, credits, reader.locale)}` : price}
      refused={mendable}
      send={editing ? texts.actions.save : texts.send}
      tools={attaches && <AttachTrigger texts={texts} />}
      textarea={{
        ref: field,
        required: !picture,
        // Typing must not be lost with the answer.
        readOnly: edit.isSaving,
        value: shown,
        onChange: (event) => {
          if (editing) return edit.type(event.target.value);
          keep(event.target.value);
          type();
        },
        onKeyDown: (event) => {
          if (event.key === "Escape" && mode) edit.leave();
          // Enter sends on devices with a keyboard. During composition (IME) it only ends the word.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || !matchMedia("(hover: hover)").matches)
            return;
          event.preventDefault();
          form.current?.requestSubmit();
        },
      }}
    />
  );
}

function ModeNotice({ mode, own, texts, onLeave }: { mode: NonNullable<Mode>; own: boolean; texts: ChatTexts; onLeave(): void }) {
  const { message, kind } = mode;
  const title = kind === "edit" ? texts.actions.editing : own ? texts.actions.replyOwn : texts.actions.replyTo;
  return (
    <div className={css.mode}>
      <span className={css.quote}>
        <strong>{title}</strong>
        <span className={css.words} dir="auto">
          {wordsOf(message, texts)}
        </span>
      </span>
      <Button icon="close" iconOnly onClick={onLeave} type="button" variant="quiet">
        {texts.actions.cancel}
      </Button>
    </div>
  );
}

function reasonOf(code: string): keyof ChatTexts["refusals"] | "not_confirmed" | null {
  if (code === "not_found") return "deleted";
  return code === "blocked" || code === "not_confirmed" || code === "premium_required" || code === "not_enough_credits"
    ? code
    : null;
}

/** `first` moves the focus here on page load, after a post without JavaScript. */
function Refusal({ why, texts, first }: { why: keyof ChatTexts["refusals"]; texts: ChatTexts; first: boolean }) {
  const links: Partial<Record<typeof why, { href: string; label: string | null }>> = {
    not_enough_credits: { href: "/credits", label: texts.getCredits },
    premium_required: { href: "/premium", label: texts.getPremium },
  };
  const link = links[why];
  const unsold = (why === "not_enough_credits" || why === "premium_required") && !link?.label && texts.unsold[why];
  return (
    <Alert
      action={
        link?.label && (
          <ButtonLink href={link.href} size="s">
            {link.label}
          </ButtonLink>
        )
      }
      first={first}
      title={texts.refusals[why]}
      tone="warning"
    >
      {unsold}
    </Alert>
  );
}
