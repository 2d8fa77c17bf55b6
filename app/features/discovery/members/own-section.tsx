import type { ReactNode } from "react";
import { formState } from "#app/request/forms.ts";
import { Saved } from "#app/request/saved.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./own-section.module.css";
import { saveProfile } from "./profile.actions.ts";
import { ProfileProblems } from "./profile-form.tsx";
import { editPath, openSections, type ProfileSection } from "./sections.ts";

type Props = { part: ProfileSection; title: string; hint?: string; note?: ReactNode; shown: ReactNode; fields: ReactNode };

/** A link opens the form: closed forms would be most of the page. */
export function OwnSection({ part, title, hint, note, shown, fields }: Props) {
  const { t, url } = edge();
  const form = formState("profile");
  const refused = form.code !== null && form.values.part === part;
  const open = openSections(url);
  const isOpen = refused || open.includes(part);
  const others = open.filter((other) => other !== part);
  return (
    <section aria-labelledby={`${part}-title`} className={css.section} id={part}>
      <h2 className={css.title} id={`${part}-title`}>
        {title}
      </h2>
      <a className={css.edit} data-here="replace" href={editPath(isOpen ? others : [...others, part], part)}>
        <Icon name={isOpen ? "close" : "edit"} size="s" />
        {t(isOpen ? "members.form.cancel" : "members.form.edit")}
        <span className="visually-hidden">{title}</span>
      </a>
      {isOpen ? (
        <form action={saveProfile} className={css.form} noValidate>
          {refused && <ProfileProblems />}
          <input name="part" type="hidden" value={part} />
          {fields}
          <Button>{t("members.form.submit")}</Button>
        </form>
      ) : (
        <div className={css.shown}>
          {url.searchParams.get("saved") === part && <Saved texts={{ [part]: "members.form.saved" }} />}
          {note}
          {shown || <p className={css.empty}>{hint ?? t("members.form.notSaid")}</p>}
        </div>
      )}
    </section>
  );
}
