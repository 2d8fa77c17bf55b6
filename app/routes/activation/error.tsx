import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: "member" };

/** A link that was used, replaced, ran out, or never was: what to do depends on who looks. */
export async function ServerComponent() {
  const { t, settings } = edge();
  const user = await edge().user();
  const already = user?.status === "active";
  const title = t(already ? "activation.done.text" : "activation.error.title");
  return (
    <div className="container narrow page">
      <Title>{title}</Title>
      <Card padding="l">
        <EmptyState
          action={
            user ? (
              <ButtonLink href="/members" size="l">
                {t("activation.error.members")}
              </ButtonLink>
            ) : (
              <ButtonLink href="/login" size="l">
                {t("activation.error.login")}
              </ButtonLink>
            )
          }
          icon={already ? "check-circle" : "clock"}
          level={1}
          title={title}
        >
          <div className="stack">
            <p>{already ? t("activation.error.already") : t("errors.link_expired")}</p>
            {!already && <p>{t("activation.error.support", { support: settings.support_email })}</p>}
          </div>
        </EmptyState>
      </Card>
    </div>
  );
}
