import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog, DialogTrigger } from "#app/ui/dialog.tsx";
import { ICEBREAKERS } from "#worker/discovery/members/icebreakers.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./icebreaker.module.css";

/** Opening lines to choose from. The chosen line fills the chat's field and stays editable. */
export function IcebreakerDialog({ id, name }: { id: string; name: string }) {
  const { t } = edge();
  return (
    <>
      <DialogTrigger dialog="icebreaker" icon="message" variant="quiet">
        {t("chat.icebreaker.open")}
      </DialogTrigger>
      <Dialog closeLabel={t("notices.close")} id="icebreaker" title={t("chat.icebreaker.title", { name })}>
        <p>{t("chat.icebreaker.text")}</p>
        <ul className={css.lines}>
          {ICEBREAKERS.map((line) => (
            <li key={line}>
              <ButtonLink className={css.line} href={`/members/${id}/chat?icebreaker=${line}`} variant="secondary" wide>
                {t(`chat.icebreaker.lines.${line}`)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
