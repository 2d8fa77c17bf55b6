import { linesOf } from "#app/features/discovery/likes/ready-lines.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog, DialogTrigger } from "#app/ui/dialog.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./icebreaker.module.css";

interface Props {
  id: string;
  name: string;
  lines: Pick<CallOutput<"member">, "first_lines">;
}

/** The chat's first lines, in its order. The chosen one fills the chat's field and stays editable. */
export function IcebreakerDialog({ id, name, lines }: Props) {
  const { t } = edge();
  return (
    <>
      <DialogTrigger dialog="icebreaker" icon="message" variant="quiet">
        {t("chat.icebreaker.open")}
      </DialogTrigger>
      <Dialog closeLabel={t("notices.close")} id="icebreaker" title={t("chat.icebreaker.title", { name })}>
        <p>{t("chat.icebreaker.text")}</p>
        <ul className={css.lines}>
          {linesOf(lines).map(({ code, text }) => (
            <li key={code}>
              <ButtonLink className={css.line} href={`/members/${id}/chat?icebreaker=${code}`} variant="secondary" wide>
                {text}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
