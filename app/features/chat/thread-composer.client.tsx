"use client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { newKey } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { counted } from "#app/ui/counted.ts";
import { COUNT_FROM, charactersLeft } from "./characters.client.ts";
import type { ChatTexts } from "./chat-texts.ts";
import { Composer } from "./composer.client.tsx";
import type { ThreadParts } from "./thread-props.ts";
import { draftKey } from "./use-thread.client.ts";

/** Keeps an unsent text in the tab's session storage. */
export function ThreadComposer({
  initial,
  selfId,
  confirm,
  giftHref,
  texts,
  price,
  notConfirmed,
  action,
  draft,
  error,
  clientId,
  state,
  reader,
}: ThreadParts) {
  const { send, type, refused, credits, conversation } = state;
  const storage = draftKey(selfId, initial.profile.id);
  const [text, setText] = useState(draft);
  const [nextId, setNextId] = useState(clientId);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // Text typed before hydration exists only in the DOM field.
  useLayoutEffect(() => {
    const typed = field.current?.value;
    setText((now) => typed || now || (sessionStorage.getItem(storage) ?? ""));
  }, [storage]);

  const keep = useCallback(
    (value: string) => {
      setText(value);
      if (value) sessionStorage.setItem(storage, value);
      else sessionStorage.removeItem(storage);
    },
    [storage],
  );
  // A refused text returns to the field, after any text typed since.
  useEffect(() => {
    const typed = field.current?.value;
    if (refused) keep(typed ? `${typed}\n${refused.text}` : refused.text);
  }, [refused, keep]);
  const left = charactersLeft(text, initial.message_length);
  const submit = () => {
    const value = text.trim();
    if (!value || left < 0) return;
    setNextId(newKey());
    keep("");
    send(value, nextId);
  };

  const blocked = initial.refusal === "not_enough_credits" && credits >= initial.price ? null : initial.refusal;
  const why = (refused && reasonOf(refused.error.code)) ?? blocked;
  const wrong = refused ? refused.error.fields[0]?.message || refused.error.message || texts.failed : error;
  const begun = state.thread.pending.length > 0 || state.thread.messages.some(({ sender }) => sender === selfId);
  const mendable = !why && Boolean(wrong) && left >= 0;
  return (
    <Composer
      confirm={!begun && why !== "deleted" && confirm}
      button={{ disabled: why === "blocked" || why === "deleted" }}
      counter={left <= COUNT_FROM ? texts.left.replace("{{count}}", String(left)) : undefined}
      error={left < 0 && texts.tooLong}
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
        ) : (
          mendable && <Alert first={!refused} id="message-refused" title={wrong} tone="error" />
        )
      }
      placeholder={texts.write}
      price={initial.price > 0 ? `${price} · ${counted(texts.balance, credits, reader.locale)}` : price}
      refused={mendable}
      send={texts.send}
      tools={
        giftHref && (
          <ButtonLink href={giftHref} icon="gift" iconOnly variant="quiet">
            {texts.gift.send}
          </ButtonLink>
        )
      }
      textarea={{
        ref: field,
        value: text,
        onChange: (event) => {
          keep(event.target.value);
          type();
        },
        onKeyDown: (event) => {
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

/** The key of this page's own text for an error code; null if there is none. */
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
