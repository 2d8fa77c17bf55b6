import type { ReactNode } from "react";
import { redirect } from "react-router";
import { Title } from "#app/head/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { RoundIcon } from "#app/ui/round-icon.tsx";
import { WIPE_KEPT_CHATS } from "#app/ui/wipe-kept-chats.ts";
import { REACTIVATION_DAYS } from "#worker/accounts/leaving/leaving.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./deleted.module.css";

/** The page is false for a logged-in user, who has an account. */
export async function loader() {
  if (await edge().user()) throw redirect("/members");
  return null;
}

export function ServerComponent() {
  const { t, settings, nonce } = edge();
  const support = settings.support_email;
  return (
    <div className={`container narrow page ${css.page}`}>
      <Title>{t("leaving.deleted.title")}</Title>
      <meta content="noindex" name="robots" />
      <PageHeader intro={t("leaving.deleted.intro")} title={t("leaving.deleted.title")} />
      <Card padding="l">
        <ul className={css.points}>
          <Point icon="retry" title={t("leaving.deleted.back.title")}>
            {t("leaving.deleted.back.text", { days: REACTIVATION_DAYS })}
          </Point>
          <Point icon="trash" title={t("leaving.deleted.after.title")}>
            {t("leaving.deleted.after.text")}
          </Point>
          <Point icon="mail" title={t("leaving.deleted.mail.title")}>
            {t("leaving.deleted.mail.text", { support })} <a href="/reactivate">{t("leaving.reactivation.again")}</a>
          </Point>
        </ul>
      </Card>
      <Partner />
      <script nonce={nonce}>{WIPE_KEPT_CHATS}</script>
      <ButtonLink className={css.home} href="/" icon="home" variant="secondary">
        {t("leaving.deleted.home")}
      </ButtonLink>
    </div>
  );
}

function Point({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className={css.point}>
      <RoundIcon name={icon} />
      <div>
        <h2 className={css.title}>{title}</h2>
        <p className="muted">{children}</p>
      </div>
    </li>
  );
}

/** Link from the setting `delete_redirect`: no automatic redirect and no member data in it. */
function Partner() {
  const { t, settings } = edge();
  const url = settings.delete_redirect;
  if (url === null) return null;
  const partner = new URL(url).hostname.replace(/^www\./, "");
  return (
    <Card className={css.partner} title={t("leaving.deleted.partner.title")}>
      <p>{t("leaving.deleted.partner.text", { partner })}</p>
      <p>
        <a href={url} referrerPolicy="no-referrer" rel="noopener noreferrer nofollow">
          {partner}
        </a>
      </p>
    </Card>
  );
}
