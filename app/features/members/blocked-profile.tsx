import { Title } from "#app/head/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./member-page.module.css";

export function BlockedProfile({ message }: { message: string }) {
  const { t } = edge();
  const action = (
    <ButtonLink href="/members" icon="search" variant="secondary">
      {t("members.profile.back")}
    </ButtonLink>
  );
  return (
    <div className={`container ${css.page}`}>
      {import.meta.viteRsc.loadCss()}
      <Title>{t("members.profile.blocked")}</Title>
      <EmptyState action={action} icon="block" level={1} title={message} />
    </div>
  );
}
