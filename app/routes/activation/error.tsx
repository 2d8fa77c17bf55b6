import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "../account/account.module.css";

export const handle = { scripts: "member" };

/** A link that was used, replaced, ran out, or never was: what to do depends on who looks. */
export async function ServerComponent() {
  const { t, settings } = edge();
  const user = await edge().user();
  const already = user?.status === "active";
  const title = t(already ? "activation.done.text" : "activation.error.title");
  return (
    <div className={`container ${css.narrow}`}>
      <Title>{title}</Title>
      <PageHeader intro={already ? t("activation.error.already") : t("errors.link_expired")} title={title} />
      {user ? (
        <ButtonLink href="/members">{t("activation.error.members")}</ButtonLink>
      ) : (
        <ButtonLink href="/login">{t("activation.error.login")}</ButtonLink>
      )}
      {!already && <p className={css.note}>{t("activation.error.support", { support: settings.support_email })}</p>}
    </div>
  );
}
