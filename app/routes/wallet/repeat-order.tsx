import { PaymentsOff } from "#app/features/wallet/not-connected.tsx";
import { Title } from "#app/head/title.tsx";
import { membersOnly } from "#app/request/require-user.ts";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: "member" };

export const loader = membersOnly;

/** Without payments no earlier order exists. */
export function ServerComponent() {
  const { t, domain } = edge();
  if (!domain.features.payments) return <PaymentsOff title={t("wallet.repeat.title")} />;
  return (
    <div className="container page">
      <Title>{t("wallet.repeat.title")}</Title>
      <ResultMessage
        icon="retry"
        onwards={{ href: "/credits", icon: "coin", label: t("wallet.packages.label") }}
        title={t("wallet.repeat.none")}
      >
        {t("wallet.repeat.hint")}
      </ResultMessage>
    </div>
  );
}
