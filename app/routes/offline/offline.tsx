import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/edge/edge.ts";

/** What the service worker keeps, and shows where a page can not be reached. */
export function ServerComponent() {
  const { t } = edge();
  return (
    <div className="container narrow">
      <Title>{t("offline.title")}</Title>
      <meta content="noindex" name="robots" />
      <EmptyState
        action={<ButtonLink href="">{t("offline.again")}</ButtonLink>}
        icon="globe"
        level={1}
        title={t("offline.title")}
      >
        {t("offline.text")}
      </EmptyState>
    </div>
  );
}
