import { sendMessage } from "#app/features/discovery/likes/message.actions.ts";
import css from "#app/features/discovery/members/icebreaker.module.css";
import { formState } from "#app/request/forms.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ICEBREAKERS } from "#worker/discovery/members/icebreakers.vocabulary.ts";
import { newId } from "#worker/platform/ids.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** The opening line named in the chat's query, translated; null for an unknown number. */
export function icebreakerLine(): string | null {
  const { t, url } = edge();
  const line = ICEBREAKERS.find((number) => number === url.searchParams.get("icebreaker"));
  return line ? t(`chat.icebreaker.lines.${line}`) : null;
}

const FIRST = ICEBREAKERS.slice(0, 3);

/** Three lines for an empty chat. The chosen line fills the field and stays editable. */
export function FirstLines({ id }: { id: string }) {
  const { t } = edge();
  return (
    <div className={css.ready}>
      <p>{t("chat.icebreaker.text")}</p>
      <ul className={css.lines}>
        {firstLines(id).map(({ href, text }) => (
          <li key={href}>
            <ButtonLink className={css.line} href={href} size="s" variant="secondary" wide>
              {text}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function firstLines(id: string): { href: string; text: string }[] {
  const { t } = edge();
  return FIRST.map((line) => ({
    href: `/members/${id}/chat?icebreaker=${line}`,
    text: t(`chat.icebreaker.lines.${line}`),
  }));
}

/** Other opening lines that one press sends as they are. */
export function Icebreakers({ profile, price }: { profile: string; price: string }) {
  const { t } = edge();
  return (
    <form action={sendMessage} className={css.ready}>
      <p>{t("chat.icebreaker.ready", { price })}</p>
      <input name="client_id" type="hidden" value={formState("message", { profile }).values.client_id ?? newId()} />
      <input name="profile" type="hidden" value={profile} />
      <ul className={css.lines}>
        {ICEBREAKERS.slice(FIRST.length).map((line) => (
          <li key={line}>
            <Button className={css.line} name="icebreaker" size="s" value={line} variant="secondary" wide>
              {t(`chat.icebreaker.lines.${line}`)}
            </Button>
          </li>
        ))}
      </ul>
    </form>
  );
}
