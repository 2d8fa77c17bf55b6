import type { ReactNode } from "react";
import { formState } from "#app/request/forms.ts";
import { Saved } from "#app/request/saved.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./own-section.module.css";
import { saveProfile } from "./profile.actions.ts";
import { ProfileProblems } from "./profile-form.tsx";
import type { ProfileSection } from "./sections.ts";

type Props = { part: ProfileSection; title: string; hint?: string; note?: ReactNode; shown: ReactNode; fields: ReactNode };

export function OwnSection({ part, title, hint, note, shown, fields }: Props) {
  const { t, url } = edge();
  const form = formState("profile");
  const refused = form.code !== null && form.values.part === part;
  const isOpen = refused || (form.code === null && url.searchParams.get("edit") === part);
  return (
    <section aria-labelledby={`${part}-title`} className={css.section} id={part}>
      <h2 className={css.title} id={`${part}-title`}>
        {title}
      </h2>
      <div className={css.shown}>
        {url.searchParams.get("saved") === part && <Saved closes={part} texts={{ [part]: "members.form.saved" }} />}
        {note}
        {shown || <p className={css.empty}>{hint ?? t("members.form.notSaid")}</p>}
      </div>
      <details className={css.details} open={isOpen}>
        <summary className={css.summary}>
          <span className={css.edit}>
            <Icon name="edit" size="s" />
            {t("members.form.edit")}
          </span>
          <span className={css.cancel}>
            <Icon name="close" size="s" />
            {t("members.form.cancel")}
          </span>
          <span className="visually-hidden">{title}</span>
        </summary>
        <form action={saveProfile} className={css.form} noValidate>
          {refused && <ProfileProblems />}
          <input name="part" type="hidden" value={part} />
          {fields}
          <Button>{t("members.form.submit")}</Button>
        </form>
      </details>
    </section>
  );
}
