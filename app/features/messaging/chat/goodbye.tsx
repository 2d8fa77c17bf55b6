import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { GOODBYES } from "#db/schema/attributes.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { sayGoodbye } from "./chat.actions.ts";
import css from "./goodbye.module.css";

/** After the last message: a goodbye that was said, or the offer of one after five silent days. */
export function Goodbye({ chat: { conversation, profile, goodbye, may_say_goodbye: may } }: { chat: CallOutput<"chat"> }) {
  const { t } = edge();
  const { name } = profile;
  if (goodbye) {
    const line = t(`chat.goodbye.lines.${goodbye.line}`);
    return <p className={css.said}>{goodbye.own ? t("chat.goodbye.own", { line }) : t("chat.goodbye.theirs", { name, line })}</p>;
  }
  if (!may || !conversation) return null;
  return (
    <Disclosure className={css.offer} summary={t("chat.goodbye.offer")}>
      <form action={sayGoodbye} className={css.form} noValidate>
        <input name="conversation" type="hidden" value={conversation.id} />
        <p className={css.about}>{t("chat.goodbye.about", { name })}</p>
        <Refusal form={formState("goodbye")} />
        {GOODBYES.map((line) => (
          <Button key={line} name="line" value={line} variant="secondary" wide>
            {t(`chat.goodbye.lines.${line}`)}
          </Button>
        ))}
      </form>
    </Disclosure>
  );
}
