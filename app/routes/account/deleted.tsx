import { redirect } from "react-router";
import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./deleted.module.css";

/** For so long a deleted account can be brought back (spec section 9). */
const REACTIVATION_DAYS = 14;

/** Whoever is logged in has an account, and would be told a wrong thing. */
export async function loader() {
  if (await edge().user()) throw redirect("/members");
  return null;
}

/** What has happened, what can still be done, and until when: shown after an account was deleted. */
export function ServerComponent() {
  const { t, settings } = edge();
  const support = settings.support_email;
  return (
    <div className={`container narrow page ${css.page}`}>
      <Title>{t("account_deleted.title")}</Title>
      <meta content="noindex" name="robots" />
      <PageHeader intro={t("account_deleted.intro")} title={t("account_deleted.title")} />
      <Card padding="l">
        <ul className={css.points}>
          <Point icon="retry" title={t("account_deleted.back.title")}>
            {t("account_deleted.back.text", { days: REACTIVATION_DAYS })}
          </Point>
          <Point icon="trash" title={t("account_deleted.after.title")}>
            {t("account_deleted.after.text")}
          </Point>
          <Point icon="mail" title={t("account_deleted.mail.title")}>
            {t("account_deleted.mail.text", { support })}
          </Point>
        </ul>
      </Card>
      <ButtonLink className={css.home} href="/" icon="home" variant="secondary">
        {t("account_deleted.home")}
      </ButtonLink>
    </div>
  );
}

function Point({ icon, title, children }: { icon: IconName; title: string; children: string }) {
  return (
    <li className={css.point}>
      <span className={css.icon}>
        <Icon name={icon} />
      </span>
      <div>
        <h2 className={css.title}>{title}</h2>
        <p className="muted">{children}</p>
      </div>
    </li>
  );
}
