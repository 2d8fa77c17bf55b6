import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog, DialogTrigger } from "#app/ui/dialog.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./icebreaker.module.css";

const LINES = ["1", "2", "3", "4", "5", "6"] as const;

/** The opening line named in the chat's query, translated; null for an unknown number. */
export function icebreakerLine(): string | null {
  const { t, url } = edge();
  const line = LINES.find((number) => number === url.searchParams.get("icebreaker"));
  return line ? t(`chat.icebreaker.lines.${line}`) : null;
}

/** Opening lines to choose from. The chosen line fills the chat's field and stays editable. */
export function Icebreaker({ id, name }: { id: string; name: string }) {
  const { t } = edge();
  return (
    <>
      <DialogTrigger dialog="icebreaker" icon="message" variant="quiet">
        {t("chat.icebreaker.open")}
      </DialogTrigger>
      <Dialog closeLabel={t("notices.close")} id="icebreaker" title={t("chat.icebreaker.title", { name })}>
        <p>{t("chat.icebreaker.text")}</p>
        <ul className={css.lines}>
          {LINES.map((line) => (
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
