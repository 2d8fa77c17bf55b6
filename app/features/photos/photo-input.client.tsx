"use client";
import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { controlIds, Field, fieldId } from "#app/ui/field.tsx";
import css from "./own-photos.module.css";

export interface PhotoInputProps {
  /** Server error of the last upload. */
  error?: ReactNode;
  /** Maximum size in bytes. */
  most: number;
  texts: Record<"label" | "hint" | "tooLarge" | "submit", string>;
}

const NAME = "file";

/** Checks the size before the upload; without JavaScript the server rejects the file. */
export function PhotoInput({ error, most, texts }: PhotoInputProps) {
  const [tooLarge, setTooLarge] = useState<boolean | null>(null);
  const id = fieldId(NAME);
  const shown = tooLarge === null ? error : tooLarge && texts.tooLarge;
  return (
    <>
      <Field error={shown} hint={texts.hint} id={id} label={texts.label}>
        <input
          {...controlIds(id, { hint: texts.hint, error: shown })}
          accept="image/jpeg,image/png,image/webp"
          className={css.file}
          name={NAME}
          onChange={(event) => setTooLarge((event.currentTarget.files?.[0]?.size ?? 0) > most)}
          required
          type="file"
        />
      </Field>
      <Button disabled={tooLarge === true} icon="camera">
        {texts.submit}
      </Button>
    </>
  );
}
