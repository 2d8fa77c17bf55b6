import { Title } from "#app/head/title.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** Target of a declined age warning: shows no content of the site. */
export function ServerComponent() {
  const { t } = edge();
  return (
    <div className="container narrow">
      <Title>{t("notices.goodbye.title")}</Title>
      <meta content="noindex" name="robots" />
      <ResultMessage
        icon="shield"
        onwards={{ href: "/", label: t("error.home"), variant: "secondary" }}
        title={t("notices.goodbye.title")}
      >
        {t("notices.goodbye.text")}
      </ResultMessage>
    </div>
  );
}
