import { requireUser } from "#app/features/session/require-user.ts";
import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: "member" };

export const loader = async () => {
  await requireUser();
  return null;
};

/** There is no order yet that could be repeated: nobody can have paid before payments are there. */
export function ServerComponent() {
  const { t } = edge();
  const action = (
    <ButtonLink href="/credits" icon="coin">
      {t("packages.label")}
    </ButtonLink>
  );
  return (
    <div className="container page">
      <Title>{t("repeat.title")}</Title>
      <EmptyState action={action} icon="retry" level={1} title={t("repeat.none")}>
        {t("repeat.hint")}
      </EmptyState>
    </div>
  );
}
