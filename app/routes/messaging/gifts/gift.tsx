import { data, redirect } from "react-router";
import { Costs, Shortage } from "#app/features/billing/wallet/spending.tsx";
import { Catalogue, Chosen } from "#app/features/messaging/gifts/catalogue.tsx";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { NotConfirmed } from "#app/request/not-confirmed.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

type Found = CallOutput<"gifts">;
type Profile = NonNullable<Found["profile"]>;
interface Data extends Found {
  profile: Profile;
}

export async function loader({ params }: { params: { id: string } }): Promise<Data> {
  const { backend, domain, t } = edge();
  const user = await requireUser();
  if (!domain.features.gifts) throw data({ message: t("errors.not_found") }, { status: 404 });
  if (params.id === user.profile.id) throw redirect("/profile");
  const found = await orThrow(backend.gifts({ profile: params.id }));
  return { ...found, profile: found.profile as Profile };
}

export function ServerComponent({ loaderData }: { loaderData: Data }) {
  const { t, url } = edge();
  const { gifts, profile, refusal } = loaderData;
  const { id, name } = profile;
  const gift = gifts.find((one) => one.id === url.searchParams.get("gift"));
  const fromChat = url.searchParams.has("chat");
  const catalogue = `/members/${id}/gift${fromChat ? "?chat" : ""}`;
  const step = (one: string) => `${catalogue}${fromChat ? "&" : "?"}gift=${one}`;
  return (
    <div className="container reading page stack">
      <Title>{t("gifts.title", { name })}</Title>
      <NoIndex />
      <PageHeader
        actions={
          <ButtonLink href={fromChat ? `/members/${id}/chat` : `/members/${id}`} icon="back" variant="quiet">
            {t("wallet.spending.back", { name })}
          </ButtonLink>
        }
        title={t("gifts.title", { name })}
      />
      {refusal && <Refused {...loaderData} />}
      <Card padding="l" title={!gift || refusal ? t("gifts.choose") : undefined}>
        {gift && !refusal ? (
          <Chosen back={catalogue} credits={loaderData.credits} gift={gift} profile={profile} />
        ) : (
          <>
            <Catalogue gifts={gifts} href={refusal ? null : step} />
            <Costs credits={loaderData.credits} price={null} />
          </>
        )}
      </Card>
    </div>
  );
}

function Refused({ refusal, profile: { name } }: Data) {
  const { t, domain } = edge();
  if (refusal === "not_confirmed") return <NotConfirmed />;
  if (refusal === "not_enough_credits") return <Shortage />;
  if (refusal === "premium_required") {
    const action = domain.features.payments && (
      <ButtonLink href="/premium" size="s">
        {t("nav.premium")}
      </ButtonLink>
    );
    return (
      <Alert action={action} title={t("errors.premium_required")} tone="warning">
        {!domain.features.payments && t("chat.unsold.premium")}
      </Alert>
    );
  }
  return <Alert title={refusal === "blocked" ? t("errors.blocked", { name }) : t("chat.deleted")} tone="warning" />;
}
