import { reportPath } from "#app/features/people/reports/report-path.shared.ts";
import { Title } from "#app/head/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./blocked-profile.module.css";

interface BlockedProps {
  message: string;
  id: string;
  back: { href: string; label: string };
}

/** What a blocked member sees, who may still report what happened. */
export function BlockedProfile({ message, id, back }: BlockedProps) {
  const { t } = edge();
  const action = (
    <>
      <ButtonLink href={back.href} icon="back" variant="secondary">
        {back.label}
      </ButtonLink>
      <ButtonLink href={reportPath("profile", id)} icon="flag" variant="quiet">
        {t("reports.links.profile")}
      </ButtonLink>
    </>
  );
  return (
    <div className={`container ${css.page}`} data-no-conversation>
      <Title>{t("members.profile.blocked")}</Title>
      <EmptyState action={action} icon="block" level={1} title={message} />
    </div>
  );
}
