import { NotConnected } from "#app/features/billing/wallet/not-connected.tsx";
import { PriceNote, type Prices } from "#app/features/billing/wallet/package-list.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { STARTS_FREE, STARTS_PAID } from "#worker/messaging/chat/starts.vocabulary.ts";
import { money } from "#worker/platform/money.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./wallet.module.css";

export const handle = { scripts: "member" };

export const loader = async (): Promise<Prices> => {
  await requireUser();
  return orThrow(edge().backend.packages({}));
};

/** What is free and what premium brings, side by side; members who have it see what they have. It is bought on `/credits`. */
export async function ServerComponent({ loaderData: prices }: { loaderData: Prices }) {
  const { t, domain } = edge();
  const { payments } = domain.features;
  const { paid_user: paid } = await requireUser();
  return (
    <div className={cx("container reading page stack", css.prices)}>
      <Title>{t("wallet.premium")}</Title>
      <PageHeader title={t(paid ? "wallet.subscription.have" : payments ? "nav.premium" : "wallet.premium")} />
      {paid ? <Have sells={payments} /> : payments && <Offer prices={prices} />}
      {!payments && <NotConnected />}
    </div>
  );
}

function Offer({ prices }: { prices: Prices }) {
  const { t } = edge();
  return (
    <>
      <Comparison price={lowest(prices)} />
      <ButtonLink className={css.choose} href="/credits" size="l">
        {t("wallet.subscription.table.choose")}
      </ButtonLink>
      <div>
        <p>
          {t("wallet.subscription.intro")} {t("wallet.subscription.once.text")}
        </p>
        <PriceNote prices={prices} />
      </div>
    </>
  );
}

/** Nothing to compare and nothing to buy first: what is had, and that it stays. */
function Have({ sells }: { sells: boolean }) {
  const { t } = edge();
  return (
    <>
      <Alert icon="crown" title={t("wallet.subscription.stays.title")} tone="success">
        {t("wallet.subscription.stays.text")}
      </Alert>
      <table className={cx(css.table, css.had)}>
        <caption className="visually-hidden">{t("wallet.subscription.table.what")}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t("wallet.subscription.table.what")}</th>
            <th scope="col">{t("wallet.premium")}</th>
          </tr>
        </thead>
        <tbody>
          {rows(null).map(([what, , premium]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sells && (
        <ButtonLink className={css.choose} href="/credits" icon="coin" size="l" variant="secondary">
          {t("wallet.packages.title")}
        </ButtonLink>
      )}
    </>
  );
}

/** Null where nothing is for sale. */
function lowest({ currency, packages }: Prices): string | null {
  if (!currency || packages.length === 0) return null;
  return money(Math.min(...packages.map(({ total }) => total)), currency, edge().language);
}

function Comparison({ price }: { price: string | null }) {
  const { t } = edge();
  return (
    <table className={cx(css.table, css.compared)}>
      <caption className="visually-hidden">{t("wallet.subscription.table.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("wallet.subscription.table.what")}</th>
          <th scope="col">{t("wallet.subscription.table.free")}</th>
          <th scope="col">{t("wallet.premium")}</th>
        </tr>
      </thead>
      <tbody>
        {rows(price).map(([what, free, premium]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{free}</td>
            <td>{premium}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Row = readonly [what: string, free: string, premium: string];

function rows(price: string | null): Row[] {
  const { t, domain, settings, language } = edge();
  const { free_view_photos: photos, free_conversations: conversations, message_credits } = settings;
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const aDay = (value: number) => t("wallet.subscription.table.aDay", { number: number(value) });
  const message = t("wallet.price", { count: message_credits });
  const begun =
    conversations === null ? aDay(STARTS_FREE) : t("wallet.subscription.table.altogether", { number: number(conversations) });
  return [
    ...(price === null
      ? []
      : [[t("wallet.subscription.table.price"), "–", t("wallet.subscription.table.from", { price })] as const]),
    [
      t("wallet.subscription.table.photos"),
      number(photos),
      t(domain.features.private_photos ? "wallet.subscription.table.public" : "wallet.subscription.table.all"),
    ],
    [t("wallet.subscription.table.conversations"), begun, aDay(STARTS_PAID)],
    [t("wallet.message"), message, message],
    [t("wallet.reading"), t("wallet.free"), t("wallet.free")],
    [t("wallet.subscription.table.lasts"), t("wallet.subscription.table.forever"), t("wallet.subscription.table.forever")],
  ];
}
