import { LanguageForm } from "#app/features/language/language-form.tsx";
import { logOut } from "#app/features/session/session.actions.ts";
import { requireUser } from "#app/features/session/require-user.ts";
import { Title } from "#app/layouts/title.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./account.module.css";

export const handle = { scripts: "member" };

export const loader = async () => {
  await requireUser();
  return null;
};

export async function ServerComponent() {
  const { t, language } = edge();
  const user = await requireUser();
  const since = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(user.signup_date));
  return (
    <div className={`container ${css.page}`}>
      <Title>{t("nav.settings")}</Title>
      <PageHeader title={t("nav.settings")} />
      <dl className={css.facts}>
        <dt>{t("settings.name")}</dt>
        <dd>{user.profile.name}</dd>
        <dt>{t("settings.email")}</dt>
        <dd>{user.email}</dd>
        <dt>{t("settings.status")}</dt>
        <dd>{t(user.status === "active" ? "settings.confirmed" : "settings.notConfirmed")}</dd>
        <dt>{t("settings.since")}</dt>
        <dd>{since}</dd>
      </dl>
      <LanguageForm />
      <form action={logOut}>
        <Button icon="logout" variant="secondary">
          {t("nav.logout")}
        </Button>
      </form>
    </div>
  );
}
