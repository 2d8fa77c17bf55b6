import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CallError } from "#app/live/client.ts";
import type { ChatTexts } from "./chat-texts.ts";
import { stateOf } from "./thread.client.ts";
import type { ThreadParts } from "./thread-props.ts";
import { editableFor, type Mode } from "./use-actions.client.ts";

interface Editor {
  state: Pick<ThreadParts["state"], "thread" | "mode" | "setMode" | "edit">;
  field: React.RefObject<HTMLTextAreaElement | null>;
  /** The unsent text, which the field shows again after the edit. */
  draft: string;
  /** Shows the text and stores it as the draft. */
  keep(text: string): void;
  texts: ChatTexts["actions"];
}

/** A text below another one that must not be lost either. */
export function joined(before: string | undefined, text: string): string {
  return before ? `${before}\n${text}` : text;
}

/** Edits a sent message in the composer's field. What is typed, late or refused belongs to one edit: an answer ends no later one. */
export function useEdit({ state: { thread, mode, setMode, edit }, field, draft, keep, texts }: Editor) {
  const [typed, setTyped] = useState<{ mode: Mode; text: string } | null>(null);
  /** Without a mode: of an edit that was left. */
  const [failed, setFailed] = useState<{ mode: Mode; text: string } | null>(null);
  const [saving, setSaving] = useState<Mode>(null);
  const [late, setLate] = useState<Mode>(null);
  const current = useRef({ mode, draft });
  current.current = { mode, draft };
  const editing = mode?.kind === "edit" ? mode.message : null;
  const text = typed?.mode === mode ? typed.text : (editing?.text ?? "");
  const isSaving = editing !== null && saving === mode;
  const isOver = editing !== null && (late === mode || stateOf(thread, editing) === "read");

  useEffect(() => {
    if (mode) field.current?.focus();
    if (mode?.kind !== "edit") return;
    const timer = setTimeout(setLate, editableFor(mode.message), mode);
    return () => clearTimeout(timer);
  }, [mode, field]);

  const rescue = (change: string, before: string) => {
    if (change && change !== before) keep(joined(current.current.draft, change));
  };
  // A change that comes too late stays in the field: it can be sent as a message. One that is being saved awaits its answer.
  const shown = useRef({ mode, rescue: () => {} });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { mode, rescue: () => editing && isOver && !isSaving && rescue(text.trim(), editing.text) };
    if (before.mode !== mode) before.rescue();
  });

  const end = () => {
    setMode(null);
    field.current?.focus();
  };
  const save = (value: string) => {
    if (!editing || isSaving) return;
    setSaving(mode);
    const refuse = ({ code, fields, message }: CallError) => {
      const isLeft = current.current.mode !== mode;
      if (isLeft) rescue(value, editing.text);
      else if (code === "edit_over") setLate(mode);
      setFailed({ mode: isLeft ? null : mode, text: fields[0]?.message || message || texts.failed });
    };
    edit(editing, value)
      .then(() => current.current.mode === mode && end(), refuse)
      .finally(() => setSaving((now) => (now === mode ? null : now)));
  };
  // The refusal of an edit that was left stands beside its rescued text, until that is sent.
  const refused = failed?.mode === (editing ? mode : null) ? failed.text : "";
  return {
    editing,
    text,
    type: (value: string) => setTyped({ mode, text: value }),
    isSaving,
    save,
    leave: () => (editing ? end() : setMode(null)),
    sent: () => setFailed(null),
    problem: isOver ? texts.over : refused,
  };
}
