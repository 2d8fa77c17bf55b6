"use client";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { MenuPanel } from "#app/ui/menu.tsx";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import { MESSAGE_MENU } from "./message-keys.client.ts";
import css from "./message-menu.module.css";
import type { MessageMenuItemsProps } from "./message-menu-items.client.tsx";
import { StatusNote, useStatusNote } from "./status-note.client.tsx";

type MessageMenuProps = Omit<MessageMenuItemsProps, "message" | "done" | "say"> & { message: Message | null };

const items = () => import("./message-menu-items.client.tsx");

/** Before the press: with the first touch of the messages. */
export function loadMessageMenu(): void {
  items().catch(() => {}); // the menu tries again
}

export function MessageMenu(props: MessageMenuProps) {
  const { message, texts } = props;
  const panel = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useStatusNote();
  const [Items, setItems] = useState<ComponentType<MessageMenuItemsProps> | null>(null);
  const { failed } = texts.actions;
  const done = (work?: Promise<unknown>) => {
    panel.current?.hidePopover();
    setSaid("");
    work?.catch((error: Error) => setSaid(error.message || failed));
  };
  const load = useCallback(
    () =>
      items().then(
        ({ MessageMenuItems }) => setItems(() => MessageMenuItems),
        () => {
          panel.current?.hidePopover();
          setSaid(failed);
        },
      ),
    [failed, setSaid],
  );
  // The menu belongs to a message: the focus moves into it when it opens. `toggle` comes in a task of its own, before which
  // a fast reader may have chosen another button.
  useEffect(() => {
    const box = panel.current;
    const focus = () => {
      if (!box?.matches(":popover-open") || box.contains(document.activeElement)) return;
      box.querySelector<HTMLElement>("button")?.focus();
    };
    const enter = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") Items ? focus() : void load();
      // The question whether to delete belongs to one opening.
      else for (const question of box?.querySelectorAll("details") ?? []) question.open = false;
    };
    if (Items) focus();
    box?.addEventListener("toggle", enter);
    return () => box?.removeEventListener("toggle", enter);
  }, [Items, load]);
  return (
    <>
      <MenuPanel className={css.panel} id={MESSAGE_MENU} ref={panel}>
        {message && Items && <Items {...props} done={done} message={message} say={setSaid} />}
      </MenuPanel>
      <StatusNote text={said} />
    </>
  );
}
