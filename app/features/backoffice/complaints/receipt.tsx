import { Title } from "#app/head/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./complaints.module.css";

/** `picture`: whether a notice named one picture or a person has to look for it. */
export function Receipt({ reference, mailed, picture }: { reference: string; mailed: boolean; picture: string | null }) {
  const { t, settings } = edge();
  const title = t("complaints.received.title");
  return (
    <div className={`container reading page ${css.receipt}`}>
      <Title>{title}</Title>
      <Icon className={css.done} name="check-circle" size="l" />
      <h1>{title}</h1>
      <p>{t("complaints.received.reference")}</p>
      <p className={css.reference} translate="no">
        {reference}
      </p>
      <p>{t(mailed ? "complaints.received.mailed" : "complaints.received.not_mailed", { support: settings.support_email })}</p>
      {(picture === "named" || picture === "sought") && <p>{t(`complaints.received.picture.${picture}`)}</p>}
      <p className={css.note}>{t("complaints.received.next")}</p>
      <ButtonLink href="/" variant="secondary">
        {t("complaints.received.home", { site: settings.name })}
      </ButtonLink>
    </div>
  );
}
