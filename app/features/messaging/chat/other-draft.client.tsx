"use client";
import type { RefObject } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { ChatTexts } from "./chat-texts.ts";

/** Of the other device's text, in characters: enough to know it by. */
const SHOWN = 300;

export interface OtherDraftProps {
  text: string;
  texts: ChatTexts["otherDraft"];
  onUse(): void;
  onKeep(): void;
  field: RefObject<HTMLElement | null>;
}

/** Both devices have an unsent text; the one that is not chosen is given up. */
export function OtherDraft({ text, texts, onUse, onKeep, field }: OtherDraftProps) {
  const words = [...text];
  const choose = (choice: () => void) => () => {
    choice();
    // The pressed button is gone.
    field.current?.focus();
  };
  return (
    <Alert
      action={
        <>
          <Button onClick={choose(onUse)} size="s" type="button">
            {texts.use}
          </Button>{" "}
          <Button onClick={choose(onKeep)} size="s" type="button" variant="secondary">
            {texts.keep}
          </Button>
        </>
      }
      title={texts.title}
    >
      <span dir="auto">{words.length > SHOWN ? `${words.slice(0, SHOWN).join("")}…` : text}</span>
    </Alert>
  );
}
