import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/edge/edge.ts";

/** `/mail-change/do`: no address can be changed on this site yet, so whatever link leads here is none that is good. */
export async function ServerComponent() {
  const { t, user } = edge();
  const member = await user();
  return (
    <div className="container narrow">
      <Title>{t("mail_change.title")}</Title>
      <meta content="noindex" name="robots" />
      <Card padding="l">
        <EmptyState
          action={
            <ButtonLink href={member ? "/settings" : "/login?next=%2Fsettings"} size="l">
              {t(member ? "mail_change.settings" : "mail_change.login")}
            </ButtonLink>
          }
          icon="clock"
          level={1}
          title={t("errors.link_expired")}
        >
          {t("mail_change.expired")}
        </EmptyState>
      </Card>
    </div>
  );
}
