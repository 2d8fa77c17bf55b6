import { NotConnected } from "#app/features/billing/wallet/not-connected.tsx";
import { PackageList, PriceNote, type Prices } from "#app/features/billing/wallet/package-list.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./wallet.module.css";

export const handle = { scripts: "member" };

export const loader = async (): Promise<Prices> => {
  await requireUser();
  return orThrow(edge().backend.packages({}));
};

export async function ServerComponent({ loaderData: prices }: { loaderData: Prices }) {
  const { t, domain } = edge();
  const { payments } = domain.features;
  const { paid_user: paid } = await requireUser();
  return (
    <div className={cx("container page stack", css.prices)}>
      <Title>{t("wallet.premium")}</Title>
      <PageHeader title={t(paid ? "wallet.subscription.have" : payments ? "nav.premium" : "wallet.premium")} />
      {payments ? (
        <section aria-label={t("wallet.packages.title")} className="stack tight">
          <PackageList href={(id) => `/credits/${id}`} prices={prices} />
          <p>{t("wallet.subscription.intro")}</p>
          <PriceNote prices={prices} />
        </section>
      ) : (
        <NotConnected />
      )}
      {paid && <Alert icon="crown" title={t("wallet.subscription.stays.title")} tone="success" />}
      {(payments || paid) && (
        <section className="stack">
          <h2>{t("wallet.subscription.gains")}</h2>
          <ul className={css.gains}>
            {gains().map(({ icon, title, text }) => (
              <li className={css.gain} key={title}>
                <Icon name={icon} />
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function gains() {
  const { t, domain, settings } = edge();
  const { private_photos } = domain.features;
  const { free_view_photos: photos, free_conversations: conversations } = settings;
  return [
    {
      icon: "camera" as const,
      title: t("wallet.subscription.photos.title"),
      text: t(private_photos ? "wallet.subscription.photos.text" : "wallet.subscription.photos.all", { count: photos }),
    },
    {
      icon: "message" as const,
      title: t("wallet.subscription.conversations.title"),
      text:
        conversations === null
          ? t("wallet.subscription.conversations.more")
          : t("wallet.subscription.conversations.text", { count: conversations }),
    },
    { icon: "crown" as const, title: t("wallet.subscription.stays.title"), text: t("wallet.subscription.stays.text") },
    { icon: "check-circle" as const, title: t("wallet.subscription.once.title"), text: t("wallet.subscription.once.text") },
  ];
}
