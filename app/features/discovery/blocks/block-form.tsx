import { Button } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./block-form.module.css";
import { blockMember } from "./blocks.actions.ts";

type BlockProps = { profile: string; name: string };

export function BlockForm({ profile, name }: BlockProps) {
  const { t } = edge();
  return (
    <form action={blockMember} className={css.form} noValidate>
      <input name="profile" type="hidden" value={profile} />
      <p className={css.title}>{t("blocks.ask", { name })}</p>
      <p className={css.text}>{t("blocks.what")}</p>
      <Button icon="block" variant="danger" wide>
        {t("blocks.block", { name })}
      </Button>
    </form>
  );
}
