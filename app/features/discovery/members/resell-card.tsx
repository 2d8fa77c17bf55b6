import { ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./resell-card.module.css";

/** Link to another company's site, labelled as such (setting `member_resell`); null if unset. */
export function ResellCard() {
  const { t, settings } = edge();
  const { member_resell: url, name } = settings;
  if (url === null) return null;
  return (
    <aside aria-label={t("members.resell.label")} className={css.card}>
      {import.meta.viteRsc.loadCss()}
      <p className={css.label}>{t("members.resell.label")}</p>
      <h2 className={css.title}>{t("members.resell.title")}</h2>
      <p>{t("members.resell.text", { name })}</p>
      <ButtonLink href={url} rel="sponsored noopener nofollow" target="_blank" variant="secondary">
        {t("members.resell.action", { site: new URL(url).hostname })}
      </ButtonLink>
    </aside>
  );
}
