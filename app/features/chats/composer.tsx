import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import css from "./composer.module.css";

export type ComposerProps = {
  /** `action` and what else belongs on the form. */
  form: ComponentProps<"form">;
  /** Accessible name of the text field. */
  label: string;
  placeholder: string;
  maxLength: number;
  send: string;
  /** What sending costs, at the button: "1 credit". */
  price?: ReactNode;
  /** Hidden inputs such as the client id. */
  hidden?: ReactNode;
  /** Gift and icebreaker buttons before the field. */
  tools?: ReactNode;
  /** Above the field: out of credits, not confirmed yet. */
  notice?: ReactNode;
  /** Characters left, once it matters. */
  counter?: ReactNode;
  textarea?: ComponentProps<"textarea">;
  button?: ComponentProps<"button">;
};

/** The field grows with its text up to a third of the window; the price stands where the money is spent. */
export function Composer(props: ComposerProps) {
  const { form, label, placeholder, maxLength, send, price, hidden, tools, notice, counter, textarea, button } = props;
  return (
    <div className={css.composer}>
      {notice}
      <form {...form} className={css.form}>
        {hidden}
        {tools && <div className={css.tools}>{tools}</div>}
        <textarea
          aria-label={label}
          className={css.text}
          dir="auto"
          enterKeyHint="send"
          maxLength={maxLength}
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
            <span>{counter}</span>
            <span className={css.price}>{price}</span>
          </p>
        )}
      </form>
    </div>
  );
}
