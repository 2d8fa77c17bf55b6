import { redirect } from "react-router";
import { ConfirmAddress } from "#app/features/activation/activation-reminder.tsx";
import { requireUser } from "#app/features/session/require-user.ts";
import { Title } from "#app/layouts/title.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: "member" };

/** Where whatever needs a confirmed address leads. */
export async function loader() {
  if ((await requireUser()).status === "active") throw redirect("/activate/done");
  return null;
}

export function ServerComponent() {
  const title = edge().t("activation.reminder.title");
  return (
    <div className="container narrow page">
      <Title>{title}</Title>
      <Card padding="l">
        <PageHeader title={title} />
        <ConfirmAddress />
      </Card>
    </div>
  );
}
