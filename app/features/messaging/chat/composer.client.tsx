"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import css from "./composer.module.css";

export type ComposerProps = {
  /** `action` and other attributes of the form. Null where nothing can be written; `notice` says why. */
  form: ComponentProps<"form"> | null;
  label: string;
  placeholder: string;
  send: string;
  /** The button shows its words, as a first message's price. */
  spelled?: boolean;
  /** Cost of one message beside the button, e.g. "1 credit". */
  price?: ReactNode;
  hidden?: ReactNode;
  /** Consent required before this message. */
  confirm?: ReactNode;
  tools?: ReactNode;
  panel?: ReactNode;
  /** Above the field: no credits, or the address is not confirmed. */
  notice?: ReactNode;
  /** Remaining characters; shown near the limit only. */
  counter?: ReactNode;
  error?: ReactNode;
  /** True when `notice` holds the alert `message-refused`, which then describes the field. */
  refused?: boolean;
  textarea?: ComponentProps<"textarea">;
  button?: ComponentProps<"button">;
};

/** The field grows with its text up to a third of the window height. */
export function Composer(props: ComposerProps) {
  const {
    form,
    label,
    placeholder,
    send,
    spelled,
    price,
    hidden,
    confirm,
    tools,
    panel,
    notice,
    counter,
    error,
    textarea,
    button,
    refused,
  } = props;
  const described = [error && "message-wrong", refused && "message-refused"].filter(Boolean).join(" ") || undefined;
  return (
    <div className={css.composer}>
      {notice}
      {panel}
      {form && (
        <form {...form} className={css.form} data-composer="" noValidate>
          {hidden}
          {confirm && <div className={css.confirm}>{confirm}</div>}
          {tools && <div className={css.tools}>{tools}</div>}
          <textarea
            aria-describedby={described}
            aria-invalid={error ? true : undefined}
            aria-label={label}
            className={css.text}
            dir="auto"
            enterKeyHint="send"
            name="text"
            placeholder={placeholder}
            required
            rows={1}
            {...textarea}
          />
          <Button {...button} className={cx(css.send, spelled && css.spelled)} icon="send" iconOnly={!spelled}>
            {send}
          </Button>
          {(price || counter || error) && (
            <p className={css.foot}>
              <span>
                {error && (
                  <strong className={css.wrong} id="message-wrong" role="alert">
                    {error}
                  </strong>
                )}{" "}
                {counter && <span>{counter}</span>}
              </span>
              <span className={css.price}>{price}</span>
            </p>
          )}
        </form>
      )}
    </div>
  );
}
