import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./embedded-warning.module.css";

/** The age warning within the sign-up: the first answer confirms the age too. Its form posts `entry`. */
export function EmbeddedWarning() {
  const { t, settings } = edge();
  const { name, min_age: age } = settings;
  return (
    <aside aria-labelledby="entry-title" className={css.warning} data-nosnippet="">
      <Icon name="shield" />
      <div className={css.text}>
        <h2 className={css.title} id="entry-title">
          {t("notices.entry.embedded", { age })}
        </h2>
        <p>{t("notices.entry.text", { name, age })}</p>
        <p className={css.note}>{t("notices.entry.note")}</p>
        <ButtonLink href="/goodbye" variant="secondary">
          {t("notices.entry.leave")}
        </ButtonLink>
      </div>
    </aside>
  );
}
