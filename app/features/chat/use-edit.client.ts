import { useEffect, useRef, useState } from "react";
import type { CallError } from "#app/live/client.ts";
import type { ChatTexts } from "./chat-texts.ts";
import { stateOf } from "./thread.client.ts";
import type { ThreadParts } from "./thread-props.ts";
import { editableFor } from "./use-actions.client.ts";

interface Editor {
  state: Pick<ThreadParts["state"], "thread" | "mode" | "setMode" | "edit">;
  field: React.RefObject<HTMLTextAreaElement | null>;
  /** The unsent text, while the field holds the edited one. */
  aside: React.RefObject<string>;
  show(text: string): void;
  /** Shows the text and stores it as the draft. */
  keep(text: string): void;
  texts: ChatTexts["actions"];
}

/** A text below another one that must not be lost either. */
export function joined(before: string | undefined, text: string): string {
  return before ? `${before}\n${text}` : text;
}

/** Edits a sent message in the composer's field. */
export function useEdit({ state: { thread, mode, setMode, edit }, field, aside, show, keep, texts }: Editor) {
  const wasEditing = useRef(false);
  const saving = useRef(false);
  const [failed, setFailed] = useState("");
  const [late, setLate] = useState(false);
  const editing = mode?.kind === "edit" ? mode.message : null;

  useEffect(() => {
    const was = wasEditing.current;
    wasEditing.current = mode?.kind === "edit";
    if (!mode) return;
    if (mode.kind === "edit") {
      if (!was) aside.current = field.current?.value ?? "";
      show(mode.message.text);
      setFailed("");
    } else if (was) show(aside.current);
    field.current?.focus();
  }, [mode, field, aside, show]);

  useEffect(() => {
    setLate(false);
    if (!editing) return;
    const timer = setTimeout(setLate, editableFor(editing), true);
    return () => clearTimeout(timer);
  }, [editing]);
  const isOver = editing !== null && (late || stateOf(thread, editing) === "read");

  const end = () => {
    setMode(null);
    show(aside.current);
    setFailed("");
    field.current?.focus();
  };
  const leave = () => {
    if (!editing) return setMode(null);
    const typed = field.current?.value.trim() ?? "";
    end();
    // A change that comes too late stays in the field: it can be sent as a message.
    if (isOver && typed && typed !== editing.text) keep(joined(aside.current, typed));
  };
  const save = (text: string) => {
    if (!editing || saving.current) return;
    saving.current = true;
    const refuse = ({ code, fields, message }: CallError) => {
      if (code === "edit_over") setLate(true);
      setFailed(fields[0]?.message || message || texts.failed);
    };
    edit(editing, text)
      .then(end, refuse)
      .finally(() => {
        saving.current = false;
      });
  };
  return { save, leave, problem: isOver ? texts.over : failed };
}
