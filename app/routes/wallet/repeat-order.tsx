import { NotSold } from "#app/features/wallet/not-connected.tsx";
import { Title } from "#app/head/title.tsx";
import { membersOnly } from "#app/request/require-user.ts";
import { Outcome } from "#app/ui/outcome.tsx";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: "member" };

export const loader = membersOnly;

/** There is no order yet that could be repeated: nobody can have paid before payments are there. */
export function ServerComponent() {
  const { t, domain } = edge();
  if (!domain.features.payments) return <NotSold title={t("repeat.title")} />;
  return (
    <div className="container page">
      <Title>{t("repeat.title")}</Title>
      <Outcome icon="retry" onwards={{ href: "/credits", icon: "coin", label: t("packages.label") }} title={t("repeat.none")}>
        {t("repeat.hint")}
      </Outcome>
    </div>
  );
}
