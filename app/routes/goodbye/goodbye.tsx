import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/edge/edge.ts";

/** Where somebody goes who does not want to enter: nothing of the site is shown here, and nothing asked. */
export function ServerComponent() {
  const { t } = edge();
  const back = (
    <ButtonLink href="/" variant="secondary">
      {t("error.home")}
    </ButtonLink>
  );
  return (
    <div className="container narrow">
      <Title>{t("goodbye.title")}</Title>
      <meta content="noindex" name="robots" />
      <EmptyState action={back} icon="shield" level={1} title={t("goodbye.title")}>
        {t("goodbye.text")}
      </EmptyState>
    </div>
  );
}
