import { logOut } from "#app/features/accounts/sessions/sessions.actions.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./otherwise.module.css";

/** Alternatives to what is asked: it is voluntary. */
export function Otherwise({ text }: { text: string }) {
  const { t } = edge();
  return (
    <section className={css.otherwise}>
      <h2 className={css.title}>{t("signup.consent.otherwise.title")}</h2>
      <p className="muted">{text}</p>
      <div className="cluster">
        <form action={logOut} data-logout={t("chat.unsentLogout")} noValidate>
          <Button variant="secondary">{t("nav.logout")}</Button>
        </form>
        <ButtonLink href="/settings/data" variant="secondary">
          {t("signup.consent.otherwise.data")}
        </ButtonLink>
        <ButtonLink href="/settings/delete" variant="quiet">
          {t("signup.consent.otherwise.delete")}
        </ButtonLink>
      </div>
    </section>
  );
}
