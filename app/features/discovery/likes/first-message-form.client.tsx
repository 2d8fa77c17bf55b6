"use client";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import css from "./first-message.module.css";
import { useThreeLines } from "./three-lines.client.ts";

export interface FirstMessageFormProps {
  action: (data: FormData) => Promise<void>;
  place: "match" | "like" | "part";
  profile: string;
  /** Ready lines fill the field. Without scripts they lead to the chat, whose field they fill. */
  lines?: readonly { code: string; text: string }[];
  maxLength: number;
  /** In credits, as `texts` tell it; null for an upstream that takes none. */
  price: number | null;
  sent: SentMessage;
  /** Without a hint the field's name stands in it. `consent` is null unless a paid message to a fictional profile requires it. */
  texts: { lines?: string; otherLines?: string; field: string; hint?: string; consent: string | null; send: string };
}

/** A refused first message. */
export interface SentMessage {
  profile?: string;
  clientId: string;
  text?: string;
  knowsFictional?: boolean;
  errors: Readonly<Record<string, string>>;
  refusal: ReactNode;
}

export function FirstMessageForm({ action, place, profile, lines = [], maxLength, price, sent, texts }: FirstMessageFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [filled, setFilled] = useState("");
  const { shown, list, more } = useThreeLines(lines);
  // A short form has no hint above its field: the label's words stand in the field.
  const isShort = texts.hint === undefined;
  useEffect(() => {
    // Only a press on the page has a focus before: the form opened under the sticky buttons.
    if (place === "part" && document.activeElement !== document.body) form.current?.scrollIntoView({ block: "center" });
  }, [place]);
  const fill = (event: MouseEvent, line: string) => {
    const field = form.current?.elements.namedItem("text");
    if (!(field instanceof HTMLTextAreaElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const own = field.value.trim();
    field.value = own === "" || lines.some(({ text }) => text === own) ? line : `${own} ${line}`;
    setFilled(`${texts.field}: ${field.value}`);
    // A finger's focus would open the keyboard and move the page between two taps.
    if (event.detail === 0) field.focus();
    else field.scrollIntoView({ block: "nearest" });
  };
  return (
    <div className={css.first}>
      {lines.length > 0 && (
        <>
          <p className={css.heading}>{texts.lines}</p>
          <ul className={css.lines} ref={list}>
            {shown.map(({ code, text }) => (
              <li key={code}>
                <ButtonLink
                  className={css.line}
                  href={`/members/${profile}/chat?icebreaker=${code}`}
                  onClick={(event) => fill(event, text)}
                  size="s"
                  variant="secondary"
                  wide
                >
                  {text}
                </ButtonLink>
              </li>
            ))}
          </ul>
          {more && (
            <ButtonLink
              className={css.more}
              href={`/members/${profile}/chat?lines=${more.page}`}
              onClick={more.press}
              size="s"
              variant="quiet"
            >
              {texts.otherLines}
            </ButtonLink>
          )}
          <p className="visually-hidden" role="status">
            {filled}
          </p>
        </>
      )}
      <form action={action} className={css.form} ref={form} noValidate>
        {sent.refusal && <div id={`${place}-refused`}>{sent.refusal}</div>}
        <input name="profile" type="hidden" value={profile} />
        <input name="place" type="hidden" value={place} />
        <input name="client_id" type="hidden" value={sent.clientId} />
        {price !== null && <input name="price" type="hidden" value={price} />}
        <Textarea
          aria-describedby={sent.refusal ? `${place}-refused` : undefined}
          className={isShort ? css.short : css.field}
          defaultValue={sent.text}
          dir="auto"
          error={sent.errors.text}
          hideLabel={isShort}
          hint={texts.hint}
          id={`${place}-text`}
          label={texts.field}
          maxLength={maxLength}
          name="text"
          placeholder={isShort ? texts.field : undefined}
          required
          rows={isShort ? 2 : 3}
        />
        {texts.consent && (
          <>
            <input name="fictional" type="hidden" value="1" />
            <Checkbox
              defaultChecked={sent.knowsFictional}
              error={sent.errors.fictional_known}
              id={`${place}-fictional`}
              label={texts.consent}
              name="fictional_known"
              required
            />
          </>
        )}
        <Button icon="send">{texts.send}</Button>
      </form>
    </div>
  );
}
