import { redirect } from "react-router";
import { ConfirmAddress } from "#app/features/accounts/signup/confirm-address.tsx";
import { CardPage } from "#app/request/card-page.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

export async function loader() {
  if ((await requireUser()).status === "active") throw redirect("/activate/done");
  return null;
}

export function ServerComponent() {
  const title = edge().t("signup.activation.reminder.title");
  return (
    <CardPage title={title}>
      <PageHeader title={title} />
      <ConfirmAddress />
    </CardPage>
  );
}
