"use client";
import { useEffect, useRef } from "react";
import { reportPath } from "#app/features/reports/report-path.shared.ts";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { MenuButton, MenuLink, MenuPanel } from "#app/ui/menu.tsx";
import type { Message } from "#worker/chat/chat.contract.ts";
import type { ChatTexts } from "./chat-texts.ts";
import { copyText } from "./copy-text.client.ts";
import { MESSAGE_MENU, neighbourOf } from "./message-keys.client.ts";
import css from "./message-menu.module.css";
import { REACTIONS, type Reaction } from "./reactions.client.ts";
import { Said, useSaid } from "./said.client.tsx";
import { isEditable, type Mode } from "./use-actions.client.ts";

interface MessageMenuProps {
  message: Message | null;
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
}

export function MessageMenu({ message, own, isRead, edits, open, texts, onMode, react, hide }: MessageMenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useSaid();
  const words = texts.actions;
  const done = (work?: Promise<unknown>) => {
    panel.current?.hidePopover();
    setSaid("");
    work?.catch((error: Error) => setSaid(error.message || words.failed));
  };
  // The menu belongs to a message: the focus moves into it when it opens.
  useEffect(() => {
    const box = panel.current;
    const enter = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") box?.querySelector<HTMLElement>("button")?.focus();
      // The question whether to delete belongs to one opening.
      else for (const question of box?.querySelectorAll("details") ?? []) question.open = false;
    };
    box?.addEventListener("toggle", enter);
    return () => box?.removeEventListener("toggle", enter);
  }, []);
  const begin = (mode: Mode) => {
    done();
    onMode(mode);
  };
  const copy = async (text: string) => {
    if (!(await copyText(text))) throw new Error(words.copyFailed);
    setSaid(words.copied);
  };
  const hideAndStay = async (gone: Message) => {
    const near = neighbourOf(gone.seq);
    await hide(gone);
    near?.focus({ preventScroll: true });
  };
  return (
    <>
      <MenuPanel className={css.panel} id={MESSAGE_MENU} ref={panel}>
        {message && (
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
        )}
      </MenuPanel>
      <Said text={said} />
    </>
  );
}

export function reportOf({ id, type, conversation, seq }: Message): string {
  return type === "gift" ? reportPath("gift", id) : reportPath("message", `${conversation}/${seq}`);
}
