import { redirect } from "react-router";
import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./done.module.css";

export const handle = { scripts: "member" };

/** Who has still to confirm would be told a wrong thing here. */
export async function loader() {
  if ((await edge().user())?.status === "not_confirmed") throw redirect("/activate");
  return null;
}

export async function ServerComponent() {
  const { t } = edge();
  const user = await edge().user();
  return (
    <div className="container narrow page">
      <Title>{t("activation.done.title")}</Title>
      <Card className={css.card} padding="l">
        <EmptyState icon="check-circle" level={1} title={t("activation.done.title")}>
          {t("activation.done.text")}
          {user && user.credits > 0 && (
            <strong className={css.credits}>{t("activation.done.credits", { count: user.credits })}</strong>
          )}
        </EmptyState>
        {user ? (
          <Next />
        ) : (
          <ButtonLink href="/login" size="l" wide>
            {t("activation.done.login")}
          </ButtonLink>
        )}
      </Card>
    </div>
  );
}

function Next() {
  const { t } = edge();
  const steps: { href: string; icon: IconName; label: string }[] = [
    { href: "/profile", icon: "camera", label: t("activation.done.profile") },
    { href: "/members", icon: "search", label: t("activation.done.search") },
    { href: "/likes", icon: "heart", label: t("activation.done.likes") },
  ];
  return (
    <section className="stack tight">
      <h2 className={css.title}>{t("activation.done.next")}</h2>
      <ul className={css.steps}>
        {steps.map(({ href, icon, label }) => (
          <li key={href}>
            <a className={css.step} href={href}>
              <Icon name={icon} />
              {label}
              <Icon className={css.go} name="chevron-right" size="s" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
