import type { ComponentProps, ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import css from "./composer.module.css";

export type ComposerProps = {
  /** `action` and what else belongs on the form. */
  form: ComponentProps<"form">;
  /** Accessible name of the text field. */
  label: string;
  placeholder: string;
  send: string;
  /** What sending costs, at the button: "1 credit". */
  price?: ReactNode;
  /** Hidden inputs such as the client id. */
  hidden?: ReactNode;
  /** What has to be agreed to before this message, in the form. */
  confirm?: ReactNode;
  /** Gift and icebreaker buttons before the field. */
  tools?: ReactNode;
  /** Above the field: out of credits, not confirmed yet. */
  notice?: ReactNode;
  /** Characters left, once it matters. */
  counter?: ReactNode;
  /** Why the text cannot be sent as it is. */
  error?: ReactNode;
  /** The notice holds the alert `message-refused`. */
  refused?: boolean;
  textarea?: ComponentProps<"textarea">;
  button?: ComponentProps<"button">;
};

/** The field grows with its text up to a third of the window; the price stands where the money is spent. */
export function Composer(props: ComposerProps) {
  const { form, label, placeholder, send, price, hidden, confirm, tools, notice, counter, error, textarea, button, refused } =
    props;
  const described = [error && "message-wrong", refused && "message-refused"].filter(Boolean).join(" ") || undefined;
  return (
    <div className={css.composer}>
      {notice}
      <form {...form} className={css.form}>
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
        <Button {...button} className={css.send} icon="send" iconOnly>
          {send}
        </Button>
        {(price || counter) && (
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
    </div>
  );
}
