import { OwnOrders } from "#app/features/billing/withdrawals/own-orders.tsx";
import { Received } from "#app/features/billing/withdrawals/received.tsx";
import { Release } from "#app/features/billing/withdrawals/release.tsx";
import { StatementForm } from "#app/features/billing/withdrawals/statement-form.tsx";
import { withdrawalLabels } from "#app/features/billing/withdrawals/words.ts";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { ExpiredLink } from "#app/request/expired-link.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { isReference } from "#worker/backoffice/complaints/complaints.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Found = CallOutput<"withdrawable">;

/** Null for a link that has ended. */
export async function loader(): Promise<Found | null> {
  const { backend, url } = edge();
  const token = url.searchParams.get("token") ?? undefined;
  const ended = (error: unknown) => {
    if (error instanceof AppError && error.code === "link_expired") return null;
    throw error;
  };
  return orThrow(backend.withdrawable({ token: token?.slice(0, 200) }).catch(ended));
}

/** `/withdraw`: the withdrawal function of Directive 2011/83/EU Article 11a, for members and for those who are not logged in. */
export async function ServerComponent({ loaderData: found }: { loaderData: Found | null }) {
  const { t, url } = edge();
  const { here, confirm } = await withdrawalLabels();
  const reference = url.searchParams.get("reference") ?? "";
  const intro = t("withdrawals.intro");
  const token = url.searchParams.get("token");
  const title = <Title description={intro}>{here}</Title>;
  if (isReference(reference))
    return (
      <div className="container reading page">
        {title}
        <NoIndex />
        <Received reference={reference} />
      </div>
    );
  return (
    <div className="container reading page stack loose">
      {title}
      {token === null && <PageHeader intro={intro} title={here} />}
      {token !== null ? <ByLink found={found} heading={here} token={token} /> : await form(found, confirm)}
    </div>
  );
}

function ByLink({ found, heading, token }: { found: Found | null; heading: string; token: string }) {
  return (
    <>
      <NoIndex />
      {found ? (
        <Release found={found} heading={heading} token={token} />
      ) : (
        <ExpiredLink onwards={{ href: "/withdraw?other", label: edge().t("withdrawals.form.continue") }}>
          {edge().t("withdrawals.release.none")}
        </ExpiredLink>
      )}
    </>
  );
}

async function form(found: Found | null, confirm: string) {
  const { t, url } = edge();
  const posted = formState("withdrawal").values.name !== undefined;
  const member = (await edge().user()) !== null;
  if (member && found && !posted && !url.searchParams.has("other")) return <OwnOrders confirm={confirm} orders={found.orders} />;
  return (
    <>
      <StatementForm confirm={confirm} />
      {!member && <a href="/login?next=%2Fwithdraw">{t("withdrawals.own")}</a>}
    </>
  );
}
