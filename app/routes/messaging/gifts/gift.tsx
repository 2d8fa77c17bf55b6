import { data, redirect } from "react-router";
import type { Buying } from "#app/features/billing/payments/buying.ts";
import { Costs, Shortage } from "#app/features/billing/wallet/spending.tsx";
import { Catalogue, Chosen, GiftToPay } from "#app/features/messaging/gifts/catalogue.tsx";
import { PaySheet } from "#app/features/messaging/waiting/pay-sheet.tsx";
import { unsentHere } from "#app/features/messaging/waiting/returned.ts";
import { sheetOrder, sheetPath } from "#app/features/messaging/waiting/sheet.ts";
import { Unsent } from "#app/features/messaging/waiting/unsent.tsx";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { NotConfirmed } from "#app/request/not-confirmed.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

type Found = CallOutput<"gifts">;
type Profile = NonNullable<Found["profile"]>;
interface Data extends Found {
  profile: Profile;
  /** The order of the sheet that pays. */
  order: Buying | null;
  /** A gift that was paid for, and not sent. */
  waiting: Waiting | null;
}

export async function loader({ params }: { params: { id: string } }): Promise<Data> {
  const { backend, domain, t } = edge();
  const user = await requireUser();
  if (!domain.features.gifts) throw data({ message: t("errors.not_found") }, { status: 404 });
  if (params.id === user.profile.id) throw redirect("/profile");
  const found = await orThrow(backend.gifts({ profile: params.id }));
  const gift = found.gifts.find((one) => one.id === edge().url.searchParams.get("gift"));
  const may = found.refusal === null || found.refusal === "not_enough_credits";
  const order = await sheetOrder(may && gift ? gift.credits - found.credits : 0);
  return { ...found, profile: found.profile as Profile, order, waiting: await unsentHere() };
}

export function ServerComponent({ loaderData }: { loaderData: Data }) {
  const { t, url, domain } = edge();
  const { gifts, profile, refusal, order, waiting } = loaderData;
  const { id, name } = profile;
  // The cheapest gift may be too dear: the chosen one is paid for with new credits.
  const refused = refusal === "not_enough_credits" && domain.features.payments ? null : refusal;
  const gift = gifts.find((one) => one.id === url.searchParams.get("gift"));
  const fromChat = url.searchParams.has("chat");
  const catalogue = `/members/${id}/gift${fromChat ? "?chat" : ""}`;
  const step = (one: string) => `${catalogue}${fromChat ? "&" : "?"}gift=${one}`;
  return (
    <div className="container reading page stack">
      <Title>{t("gifts.title", { name })}</Title>
      <NoIndex />
      <PageHeader
        back={{ href: fromChat ? `/members/${id}/chat` : `/members/${id}`, label: t("wallet.spending.back", { name }) }}
        title={t("gifts.title", { name })}
      />
      {order && gift && (
        <PaySheet {...order} and="send">
          <GiftToPay gift={gift} note={waiting?.text} profile={profile} />
        </PaySheet>
      )}
      {refused && <Refused {...loaderData} />}
      {waiting && <Unsent waiting={waiting} />}
      <Card padding="l" title={!gift || refused ? t("gifts.choose") : undefined}>
        {gift && !refused ? (
          <Chosen
            back={catalogue}
            credits={loaderData.credits}
            gift={gift}
            note={waiting?.text}
            profile={profile}
            takesPrice={loaderData.takes_price}
            toPay={sheetPath()}
          />
        ) : (
          <>
            <Catalogue gifts={gifts} href={refused ? null : step} />
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
  const said = refusal === null || refusal === "deleted" ? t("chat.deleted") : t(`errors.${refusal}`, { name });
  return <Alert title={said} tone="warning" />;
}
