import { redirect } from "react-router";
import { AccountForm } from "#app/features/billing/directdebit/account-form.tsx";
import { CodeStep, SignedStep, SignStep } from "#app/features/billing/directdebit/mandate-steps.tsx";
import { CheckList } from "#app/features/billing/wallet/check-list.tsx";
import { PaymentsOff } from "#app/features/billing/wallet/not-connected.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FocusResponse } from "#app/ui/focus-response.client.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Offer } from "#worker/billing/wallet/wallet.contract.ts";
import { AppError } from "#worker/platform/errors.ts";
import { money } from "#worker/platform/money.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

/** Direct debit limit per member in thirty days, in euro cents. */
const LIMIT = 150_00;

interface Debit {
  offers: Offer[];
  mandate: CallOutput<"mandate">["mandate"] | null;
  /** Today's price of the order that a signature would start. */
  amount: number | null;
  /** Page of the provider, where it asks the buyer to confirm. */
  page: string | null;
  home: string;
}

/** Null where SEPA direct debit is not offered. The mandate of the address continues, as far as it came. */
export const loader = async (): Promise<Debit | null> => {
  const { backend, url } = edge();
  const { profile } = await requireUser();
  const { currency, packages: offers, payment_methods: methods } = await orThrow(backend.packages({}));
  if (currency !== "EUR" || !methods.includes("directdebit")) return null;
  const id = url.searchParams.get("mandate");
  const mandate = id === null ? null : await mandateOf(id);
  const order = mandate?.payment ? await orThrow(backend.payment({ id: mandate.payment })) : null;
  if (order && order.payment.status !== "created" && order.payment.status !== "pending")
    throw redirect(`/transactions/${order.payment.id}`);
  const amount = mandate?.status === "verified" ? await amountOf(mandate) : null;
  return { offers, home: profile.country, mandate, amount, page: order?.payment.continue ?? null };
};

/** Null if the package is not sold any more. A code that ended meanwhile is refused at the signature. */
async function amountOf({ package: id, discountcode }: NonNullable<Debit["mandate"]>): Promise<number | null> {
  const price = async (code: string | null) =>
    (await edge().backend.quote({ package: id, method: "directdebit", discountcode: code ?? undefined })).amount;
  try {
    return await price(discountcode).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "invalid") return price(null);
      throw error;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    return orThrow(Promise.reject(error));
  }
}

/** A mandate that is over starts anew. */
async function mandateOf(id: string): Promise<Debit["mandate"]> {
  try {
    return (await edge().backend.mandate({ id })).mandate;
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "invalid")) throw redirect("/directdebit");
    return orThrow(Promise.reject(error));
  }
}

export function ServerComponent({ loaderData: debit }: { loaderData: Debit | null }) {
  const { t, domain, form } = edge();
  if (!domain.features.payments) return <PaymentsOff title={t("directdebit.title")} />;
  if (debit)
    return (
      // A refused form has the focus at its problem.
      <div className="container reading page stack loose" data-first={form === null ? "" : undefined} tabIndex={-1}>
        <Title>{t("directdebit.title")}</Title>
        <PageHeader intro={t("directdebit.intro")} title={t("directdebit.title")} />
        <FocusResponse answer={debit.mandate?.status ?? "account"} />
        <Step debit={debit} />
        <Limits />
      </div>
    );
  return (
    <div className="container page">
      <Title>{t("directdebit.title")}</Title>
      <EmptyState action={<ToPackages />} icon="info" level={1} title={t("directdebit.elsewhere")}>
        {t("directdebit.elsewhereHint")}
      </EmptyState>
    </div>
  );
}

function Step({ debit: { mandate, offers, home, amount, page } }: { debit: Debit }) {
  if (mandate?.status === "started") return <CodeStep mandate={mandate} />;
  if (mandate?.status === "signed") return <SignedStep mandate={mandate} page={page} />;
  if (mandate?.status !== "verified" || amount === null) return <AccountForm home={home} offers={offers} />;
  return <SignStep amount={amount} mandate={mandate} />;
}

function Limits() {
  const { t, language } = edge();
  const limits = [
    t("directdebit.limits.euro"),
    t("directdebit.limits.open"),
    t("directdebit.limits.sum", { amount: money(LIMIT, "EUR", language) }),
    t("directdebit.limits.back"),
  ];
  return <CheckList items={limits} title={t("directdebit.limits.title")} />;
}

function ToPackages() {
  return (
    <ButtonLink href="/credits" icon="coin" variant="secondary">
      {edge().t("wallet.packages.label")}
    </ButtonLink>
  );
}
