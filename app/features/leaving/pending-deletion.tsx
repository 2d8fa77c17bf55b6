import { edge } from "#worker/edge/edge.ts";

/** Below a form that was refused because the account is deleted and may still come back: the way to another mail. */
export function PendingDeletion({ error }: { error: string | undefined }) {
  const { t } = edge();
  if (error === undefined || error !== t("errors.field.account_pending_deletion")) return null;
  return (
    <p>
      <a href="/reactivate">{t("reactivation.again")}</a>
    </p>
  );
}
