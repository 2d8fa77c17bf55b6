import { CardPage } from "#app/request/card-page.tsx";
import { ExpiredLink } from "#app/request/expired-link.tsx";
import { formState } from "#app/request/forms.ts";
import { LinkForm } from "#app/request/link-form.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { Alert } from "#app/ui/alert.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { undoMailChange } from "./recovery.actions.ts";

type Found = CallOutput<"mailChangeLink">;

export function loadUndoLink(token: string): Promise<Found> {
  return orThrow(edge().backend.mailChangeLink({ token }));
}

/** Target of the change notice's link; its button undoes the change. */
export function UndoLink({ token, found: { state } }: { token: string; found: Found }) {
  const { t, settings } = edge();
  const { message, fields } = formState("mail-undo");
  return (
    <CardPage title={t("recovery.mail_undo.title")}>
      {state === "used" ? (
        <ResultMessage
          icon="check-circle"
          onwards={{ href: "/reset-password", label: t("recovery.reset.choose.title"), size: "l" }}
          title={t("recovery.mail_undo.done")}
        />
      ) : state === "expired" ? (
        <ExpiredLink onwards={{ href: "/reset-password", label: t("recovery.reset.choose.title") }}>
          {t("recovery.mail_undo.expired")}
        </ExpiredLink>
      ) : (
        <>
          <PageHeader intro={t("recovery.mail_undo.text", { site: settings.name })} title={t("recovery.mail_undo.title")} />
          {message && <Alert title={fields.email ?? message} tone="error" />}
          <LinkForm icon="lock" run={undoMailChange} token={token}>
            {t("recovery.mail_undo.button")}
          </LinkForm>
        </>
      )}
    </CardPage>
  );
}
