import { requireUser } from "#app/features/session/require-user.ts";
import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./account.module.css";

export const handle = { scripts: "member" };

export const loader = async () => {
  await requireUser();
  return null;
};

/** The balance and what credits pay for on this domain; `/premium` is the same page for members who have not paid. */
export async function ServerComponent() {
  const { t, settings, language } = edge();
  const { credits, paid_user: paid } = await requireUser();
  const title = paid ? t("wallet.credits") : t("wallet.premium");
  const number = new Intl.NumberFormat(language);
  return (
    <div className={`container ${css.page}`}>
      <Title>{title}</Title>
      <PageHeader title={title} />
      <p className={css.balance}>
        <strong>{number.format(credits)}</strong> {t("wallet.balance", { count: credits })}
      </p>
      <dl className={css.facts}>
        <dt>{t("wallet.message")}</dt>
        <dd>{t("wallet.price", { count: settings.message_credits })}</dd>
        <dt>{t("wallet.reading")}</dt>
        <dd>{t("wallet.free")}</dd>
      </dl>
      {!paid && settings.free_conversations !== null && (
        <p>{t("wallet.freeConversations", { count: settings.free_conversations })}</p>
      )}
      <p className={css.note}>{t("wallet.notYet")}</p>
      <ButtonLink href="/members" icon="search" variant="secondary">
        {t("nav.search")}
      </ButtonLink>
    </div>
  );
}
