import type { CallOutput } from "#worker/calls.ts";
import { orThrow } from "../errors/answer.ts";
import { formState } from "#app/features/forms/forms.ts";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import { undoMailChange } from "./recovery.actions.ts";

type Found = CallOutput<"mailChangeLink">;

export function loadUndoLink(token: string): Promise<Found> {
  return orThrow(edge().backend.mailChangeLink({ token }));
}

/** The link of the notice that an e-mail address is to be changed: the press of the button takes it back. */
export function UndoLink({ token, found: { state } }: { token: string; found: Found }) {
  const { t, settings } = edge();
  const { message, fields } = formState("mail-undo");
  return (
    <div className="container narrow page">
      <Title>{t("mail_undo.title")}</Title>
      <Card padding="l">
        {state === "expired" ? (
          <EmptyState
            action={<ButtonLink href="/reset-password">{t("reset.choose.title")}</ButtonLink>}
            icon="clock"
            level={1}
            title={t("errors.link_expired")}
          >
            {t("mail_undo.expired")}
          </EmptyState>
        ) : (
          <>
            <PageHeader intro={t("mail_undo.text", { site: settings.name })} title={t("mail_undo.title")} />
            {message && <Alert title={fields.email ?? message} tone="error" />}
            <form action={undoMailChange}>
              <input name="token" type="hidden" value={token} />
              <Button icon="lock" size="l" wide>
                {t("mail_undo.button")}
              </Button>
            </form>
          </>
        )}
      </Card>
    </div>
  );
}
