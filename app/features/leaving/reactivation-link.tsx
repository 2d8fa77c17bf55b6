import { orThrow } from "#app/features/errors/answer.ts";
import { formState } from "#app/features/forms/forms.ts";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { comeBack } from "./leaving.actions.ts";

type Found = CallOutput<"reactivationLink">;

export function loadReactivationLink(token: string): Promise<Found> {
  return orThrow(edge().backend.reactivationLink({ token }));
}

/** The link of the mail that follows a deletion: the press of the button brings everything back. */
export function ReactivationLink({ token, found: { state } }: { token: string; found: Found }) {
  const { t, settings } = edge();
  const { message } = formState("reactivation");
  return (
    <div className="container narrow page">
      <Title>{t("reactivation.link.title")}</Title>
      <Card padding="l">
        {state === "expired" ? (
          <EmptyState
            action={
              <ButtonLink href="/reactivate" icon="mail" size="l">
                {t("reactivation.request.send")}
              </ButtonLink>
            }
            icon="clock"
            level={1}
            title={t("errors.link_expired")}
          >
            {t("reactivation.link.expired")}
          </EmptyState>
        ) : (
          <>
            <PageHeader intro={t("reactivation.link.text", { site: settings.name })} title={t("reactivation.link.title")} />
            {message && <Alert title={message} tone="error" />}
            <form action={comeBack}>
              <input name="token" type="hidden" value={token} />
              <Button icon="retry" size="l" wide>
                {t("reactivation.link.button")}
              </Button>
            </form>
          </>
        )}
      </Card>
    </div>
  );
}
