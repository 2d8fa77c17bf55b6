"use client";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { MenuButton, MenuLink } from "#app/ui/menu.tsx";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { ChatTexts } from "./chat-texts.ts";
import { copyText } from "./copy-text.client.ts";
import { neighbourOf } from "./message-keys.client.ts";
import css from "./message-menu.module.css";
import { reportOf } from "./message-report.client.ts";
import { REACTIONS, type Reaction } from "./reactions.client.ts";
import { isEditable, type Mode } from "./use-actions.client.ts";

export interface MessageMenuItemsProps {
  message: Message;
  own: boolean;
  isRead: boolean;
  /** Both members show what they read; a refused edit tells nothing then. */
  edits: boolean;
  /** False where the partner left or blocked. */
  open: boolean;
  texts: ChatTexts;
  onMode(mode: Mode): void;
  react(message: Message, reaction: Reaction): Promise<void>;
  hide(message: Message): Promise<void>;
  /** Closes the menu; tells a failure of the work. */
  done(work?: Promise<unknown>): void;
  say(text: string): void;
}

export function MessageMenuItems({
  message,
  own,
  isRead,
  edits,
  open,
  texts,
  onMode,
  react,
  hide,
  done,
  say,
}: MessageMenuItemsProps) {
  const words = texts.actions;
  const begin = (mode: Mode) => {
    done();
    onMode(mode);
  };
  const copy = async (text: string) => {
    if (!(await copyText(text))) throw new Error(words.copyFailed);
    say(words.copied);
  };
  const hideAndStay = async (gone: Message) => {
    const near = neighbourOf(gone.seq);
    await hide(gone);
    // The reader may be typing by now.
    const { activeElement: focused } = document;
    if (focused === document.body || focused?.closest(`[data-seq="${gone.seq}"]`)) near?.focus({ preventScroll: true });
  };
  return (
    <>
      {open && (
        <div className={css.reactions}>
          {(Object.keys(REACTIONS) as Reaction[]).map((code) => (
            <button
              aria-label={words.react.replace("{{what}}", texts.reactions[code])}
              aria-pressed={message.reaction === code}
              className={css.reaction}
              key={code}
              onClick={() => done(react(message, code))}
              type="button"
            >
              {REACTIONS[code]}
            </button>
          ))}
        </div>
      )}
      {open && (
        <MenuButton icon="back" onClick={() => begin({ kind: "reply", message })} type="button">
          {words.reply}
        </MenuButton>
      )}
      {message.text && (
        <MenuButton icon="message" onClick={() => done(copy(message.text))} type="button">
          {words.copy}
        </MenuButton>
      )}
      {open && own && edits && isEditable(message, isRead) && (
        <MenuButton icon="edit" onClick={() => begin({ kind: "edit", message })} type="button">
          {words.edit}
        </MenuButton>
      )}
      {!own && message.type !== "system" && (
        <MenuLink href={reportOf(message)} icon="flag">
          {message.type === "gift" ? words.reportGift : words.report}
        </MenuLink>
      )}
      <Disclosure className={css.delete} key={message.id} summary={words.delete}>
        <p>{words.deleteText}</p>
        <Button icon="trash" onClick={() => done(hideAndStay(message))} type="button" variant="danger" wide>
          {words.deleteConfirm}
        </Button>
      </Disclosure>
    </>
  );
}
