import { redirect } from "react-router";
import { ActivationReminder } from "#app/features/activation/activation-reminder.tsx";
import { requireUser } from "#app/features/session/require-user.ts";
import { Title } from "#app/layouts/title.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "../account/account.module.css";

export const handle = { scripts: "member" };

/** Where whatever needs a confirmed address leads. */
export async function loader() {
  if ((await requireUser()).status === "active") throw redirect("/activate/done");
  return null;
}

export function ServerComponent() {
  const title = edge().t("activation.reminder.title");
  return (
    <div className={`container ${css.narrow}`}>
      <Title>{title}</Title>
      <PageHeader title={title} />
      <ActivationReminder />
    </div>
  );
}
