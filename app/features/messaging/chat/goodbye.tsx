import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { GOODBYES } from "#db/schema/attributes.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { sayGoodbye } from "./chat.actions.ts";
import css from "./goodbye.module.css";

/** After the last message: a goodbye that was said, or the offer of one after five silent days. */
export function Goodbye({ chat: { conversation, profile, goodbye, may_say_goodbye: may } }: { chat: CallOutput<"chat"> }) {
  const { t, settings } = edge();
  const { name } = profile;
  if (goodbye) {
    const line = t(`chat.goodbye.lines.${goodbye.line}`);
    return (
      <div className={css.said}>
        <Avatar name={name} size="l" src={profile.main_image && settings.cdn_prefix + profile.main_image.thumb_filename} />
        <p>{goodbye.own ? t("chat.goodbye.own", { line }) : t("chat.goodbye.theirs", { name, line })}</p>
        <ButtonLink href="/swipe-game" icon="cards" size="s" variant="secondary">
          {t("nav.discover")}
        </ButtonLink>
      </div>
    );
  }
  if (!may || !conversation) return null;
  return (
    <Disclosure
      className={css.offer}
      summary={
        <>
          <span className={css.quiet}>{t("chat.goodbye.quiet")}</span> {t("chat.goodbye.offer")}
        </>
      }
    >
      <form action={sayGoodbye} className={css.form} noValidate>
        <input name="conversation" type="hidden" value={conversation.id} />
        <p className={css.about}>{t("chat.goodbye.about", { name })}</p>
        <Refusal form={formState("goodbye")} />
        {GOODBYES.map((line) => (
          <Button icon="send" key={line} name="line" value={line} variant="secondary">
            {t(`chat.goodbye.lines.${line}`)}
          </Button>
        ))}
      </form>
    </Disclosure>
  );
}
