import { Button, ButtonLink } from "#app/ui/button.tsx";
import css from "./first-lines.module.css";

interface FirstLine {
  code: string;
  text: string;
}

export interface FirstLinesProps {
  /** Sends the line or the text; redirects to the chat. */
  action: (data: FormData) => Promise<void>;
  profile: string;
  clientId: string;
  lines: readonly FirstLine[];
  /** Paying a fictional profile needs consent, so the lines lead to the chat instead. */
  asksFirst: boolean;
  draft?: string;
  error?: string | null;
  maxLength: number;
  /** Both headings name their price. */
  texts: { lines: string; own: string; field: string; send: string };
}

export function FirstLines({ action, profile, clientId, lines, asksFirst, draft, error, maxLength, texts }: FirstLinesProps) {
  if (asksFirst) {
    return (
      <ul className={css.lines}>
        {lines.map(({ code, text }) => (
          <li key={code}>
            <ButtonLink
              className={css.line}
              href={`/members/${profile}/chat?icebreaker=${code}`}
              size="s"
              variant="secondary"
              wide
            >
              {text}
            </ButtonLink>
          </li>
        ))}
      </ul>
    );
  }
  const hidden = (
    <>
      <input name="profile" type="hidden" value={profile} />
      <input name="client_id" type="hidden" value={clientId} />
    </>
  );
  return (
    <div className={css.first}>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <form action={action} className={css.first}>
        {hidden}
        <p className={css.price}>{texts.lines}</p>
        <ul className={css.lines}>
          {lines.map(({ code, text }) => (
            <li key={code}>
              <Button className={css.line} name="icebreaker" size="s" value={code} variant="secondary" wide>
                {text}
              </Button>
            </li>
          ))}
        </ul>
      </form>
      <form action={action} className={css.own}>
        {hidden}
        <p className={css.price}>{texts.own}</p>
        <textarea
          aria-label={texts.field}
          className={css.field}
          defaultValue={draft}
          dir="auto"
          maxLength={maxLength}
          name="text"
          placeholder={texts.field}
          required
          rows={1}
        />
        <Button icon="send" iconOnly>
          {texts.send}
        </Button>
      </form>
    </div>
  );
}
