"use client";
import { useEffect, useRef, useState } from "react";
import { showHere } from "#app/page/page.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { counted } from "#app/ui/counted.ts";
import { keyOf } from "#app/ui/keys.ts";
import { cleanText } from "#worker/platform/text.ts";
import { AttachPanel, AttachTrigger } from "./attach.client.tsx";
import { COUNT_FROM } from "./characters.client.ts";
import type { ChatTexts } from "./chat-texts.ts";
import { Composer } from "./composer.client.tsx";
import type { FirstLine } from "./first-lines.client.ts";
import { Hidden, Waiting } from "./message-fields.client.tsx";
import { wordsOf } from "./message-words.client.ts";
import css from "./messages.module.css";
import { PickedPhoto } from "./photo-message.client.tsx";
import type { ThreadParts } from "./thread-props.ts";
import type { Mode } from "./use-actions.client.ts";
import { useComposer } from "./use-composer.client.ts";
import { useRecorder } from "./use-recorder.client.ts";

const MESSAGE_FORM = "message";
/** Nothing can be sent: the button rests. */
const CLOSING: ReadonlySet<string> = new Set(["blocked", "deleted", "goodbye", "first_message_refused"]);

export function ThreadComposer(props: ThreadParts) {
  const { confirm, texts, action, state, reader } = props;
  const { type, mode, photos } = state;
  const composer = useComposer(props);
  const recorder = useRecorder(props);
  const { form, field, nextId, edit, shown, left, icebreaker, picture, keep, submit, drafts } = composer;
  const { editing } = edit;
  const { other } = drafts;
  const { why, wrong } = hindranceOf(props, { shown, icebreaker });
  const lacks = why === "not_enough_credits" && props.paying !== null;
  const closed = why !== null && CLOSING.has(why);
  // A field that has shown a draft stays: it may have the focus when its text is deleted.
  const drafted = useRef(false);
  drafted.current ||= shown !== "";
  const asks = !hasWritten(props) && why !== "deleted" && confirm;
  const attaches = !editing && !closed;
  const mendable = !why && Boolean(wrong) && left >= 0;
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const isFirst = !state.conversation && state.thread.messages.length + state.thread.pending.length === 0;
  const { problem } = photos;
  const problems = { unreadable: texts.photo.unreadable, offline: texts.failed };
  return (
    <Composer
      confirm={asks && <KnowsFictional {...asks} onTick={composer.onTick} unticked={composer.unticked} />}
      button={{ disabled: closed }}
      counter={left <= COUNT_FROM ? counted(left < 0 ? texts.over : texts.left, Math.abs(left), reader.locale) : undefined}
      error={left < 0 ? texts.tooLong : problem ? problems[problem] : recorder.failed ? texts.failed : edit.problem}
      form={
        closed && !drafted.current
          ? null
          : {
              action,
              ref: form,
              id: MESSAGE_FORM,
              onSubmit: (event) => {
                event.preventDefault();
                if (!lacks || editing || left < 0) return submit();
                // A line that the page brought was not typed: the next page would not have it.
                if (shown) keep(shown);
                void drafts.save().then(() => showHere(`${location.pathname}?pay`));
              },
            }
      }
      hidden={
        <>
          <Hidden {...props} clientId={nextId} line={icebreaker} />
          {props.paying && (
            <Waiting
              {...props}
              clientId={nextId}
              icebreaker={icebreaker}
              replyTo={mode?.kind === "reply" ? mode.message.seq : null}
              text={picture ? "" : cleanText(shown)}
            />
          )}
        </>
      }
      label={texts.write}
      notice={
        <>
          <Notice {...props} mendable={mendable} onLeave={edit.leave} picture={picture !== null} why={why} wrong={wrong} />
          {recorder.View && attaches && props.initial.voice && (
            <recorder.View
              labels={{ done: `${texts.send} · ${props.price}`, cancel: texts.actions.cancel }}
              limits={props.initial.voice}
              most={props.initial.message_length}
              onClose={recorder.onClose}
              onSend={recorder.onSend}
              texts={texts.voice}
            />
          )}
          {other && (
            <other.View
              field={field}
              onKeep={drafts.keepMine}
              onUse={drafts.takeOther}
              text={other.text}
              texts={texts.otherDraft}
            />
          )}
        </>
      }
      panel={attaches && <Attachments {...props} asks={Boolean(asks)} record={recorder.open} />}
      placeholder={picture ? texts.photo.caption : texts.write}
      price={editing ? undefined : footOf(props, icebreaker)}
      refused={mendable}
      send={editing ? texts.actions.save : isFirst ? firstSend(props, icebreaker) : texts.send}
      spelled={isFirst}
      tools={attaches && <AttachTrigger texts={texts} />}
      textarea={{
        ref: field,
        required: !picture,
        // Typing must not be lost with the answer.
        // Without scripts no button follows a changed text, which costs something else.
        readOnly: edit.isSaving || (!ready && icebreaker?.differs === true),
        value: shown,
        onChange: (event) => {
          if (editing) return edit.type(event.target.value);
          keep(event.target.value);
          type();
        },
        onKeyDown: (event) => {
          const key = keyOf(event.nativeEvent);
          if (key === "Escape" && mode) edit.leave();
          // Enter sends on devices with a keyboard.
          if (key !== "Enter" || event.shiftKey || !matchMedia("(hover: hover)").matches) return;
          event.preventDefault();
          form.current?.requestSubmit();
        },
      }}
    />
  );
}

type KnowsFictionalProps = NonNullable<ThreadParts["confirm"]> & { unticked: boolean; onTick(): void };

function KnowsFictional({ label, missing, error, unticked, onTick }: KnowsFictionalProps) {
  return (
    <>
      <input name="fictional" type="hidden" value="1" />
      <Checkbox error={unticked ? missing : error} label={label} name="fictional_known" onChange={onTick} required />
    </>
  );
}

/** What stands in the field. */
type Standing = Pick<ReturnType<typeof useComposer>, "shown" | "icebreaker">;

/** Why no message may be sent, and what was wrong with the last one. */
function hindranceOf({ initial, texts, error, state: { refused: last, credits } }: ThreadParts, { shown, icebreaker }: Standing) {
  const lacks = credits < (icebreaker?.price ?? initial.price) ? "not_enough_credits" : null;
  const blocked = initial.refusal === "not_enough_credits" ? lacks : (initial.refusal ?? lacks);
  const refused = last && mayPass(last.error.code, lacks) && last.text !== cleanText(shown) ? null : last;
  const why = (refused && reasonOf(refused.error.code)) ?? blocked;
  const wrong = refused ? refused.error.fields[0]?.message || refused.error.message || texts.failed : error;
  return { why, wrong };
}

/** Another text may cost less, or be long enough for the receiver. */
function mayPass(code: string, lacks: string | null): boolean {
  return code === "first_message_refused" || (code === "not_enough_credits" && !lacks);
}

/** Price and balance. */
function footOf({ initial, price, texts, reader, state }: ThreadParts, icebreaker: FirstLine["icebreaker"]): string {
  const cost = icebreaker?.cost ?? price;
  return (icebreaker?.price ?? initial.price) > 0 ? `${cost} · ${counted(texts.balance, state.credits, reader.locale)}` : cost;
}

function firstSend({ initial, price, texts }: ThreadParts, icebreaker: FirstLine["icebreaker"]): string {
  const cost = icebreaker?.cost ?? price;
  return (icebreaker?.price ?? initial.price) > 0 ? texts.sendFor.replace("{{price}}", cost) : texts.send;
}

/** Since the page came, which knows whether the question is open. */
function hasWritten({ selfId, initial, state: { thread } }: ThreadParts): boolean {
  const last = initial.conversation?.last_seq ?? 0;
  return thread.pending.length > 0 || thread.messages.some(({ sender, seq }) => sender === selfId && seq > last);
}

interface NoticeProps extends ThreadParts, ReturnType<typeof hindranceOf> {
  mendable: boolean;
  picture: boolean;
  onLeave(): void;
}

function Notice({ why, wrong, mendable, picture, onLeave, selfId, texts, error, notConfirmed, paying, state }: NoticeProps) {
  const { mode, photos, refused } = state;
  if (why === "not_confirmed") return notConfirmed;
  // The sheet says the same.
  if (why === "not_enough_credits" && paying) return null;
  if (why) return <Refusal first={Boolean(error)} texts={texts} why={why} />;
  if (!mode && !picture) return mendable && <Alert first={!refused} id="message-refused" title={wrong} tone="error" />;
  return (
    <>
      {mode && <ModeNotice mode={mode} onLeave={onLeave} own={mode.message.sender === selfId} texts={texts} />}
      {picture && <PickedPhoto photos={photos} texts={texts} />}
    </>
  );
}

function Attachments({ asks, record, ...props }: ThreadParts & { asks: boolean; record(): void }) {
  const { initial, texts, state } = props;
  const { conversation, thread } = state;
  const answered = initial.photos === "open" || thread.messages.some(({ sender }) => sender === initial.profile.id);
  return (
    <AttachPanel
      clientId={props.clientId}
      giftHref={props.giftHref}
      photoAction={props.photoAction}
      photos={initial.photos && !asks ? (answered && conversation ? "open" : "unanswered") : null}
      price={props.price}
      record={initial.voice ? record : null}
      state={state}
      texts={texts}
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
  return code === "blocked" ||
    code === "goodbye" ||
    code === "first_message_refused" ||
    code === "not_confirmed" ||
    code === "premium_required" ||
    code === "not_enough_credits"
    ? code
    : null;
}

/** `first` moves the focus here on page load, after a post without JavaScript. */
function Refusal({ why, texts, first }: { why: keyof ChatTexts["refusals"]; texts: ChatTexts; first: boolean }) {
  const label = why === "not_enough_credits" ? texts.getCredits : why === "premium_required" ? texts.getPremium : null;
  const unsold: Partial<Record<typeof why, string>> = texts.unsold;
  return (
    <Alert
      action={
        label &&
        (why === "premium_required" ? (
          <ButtonLink href="/premium" size="s">
            {label}
          </ButtonLink>
        ) : (
          // A button of the message's form: without scripts the typed text goes along.
          <Button form={MESSAGE_FORM} formNoValidate name="pay" size="s">
            {label}
          </Button>
        ))
      }
      first={first}
      title={texts.refusals[why]}
      tone={why === "goodbye" ? "info" : "warning"}
    >
      {label ? null : unsold[why]}
    </Alert>
  );
}
