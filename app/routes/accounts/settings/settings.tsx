import { logOut } from "#app/features/accounts/sessions/sessions.actions.ts";
import { type SettingsRow, type SettingsSection, settingsSections } from "#app/features/accounts/settings/sections.ts";
import { ChooseName, NAME_SAVED } from "#app/features/accounts/signup/choose-name.tsx";
import { Title } from "#app/head/title.tsx";
import { membersOnly, requireUser } from "#app/request/require-user.ts";
import { Saved } from "#app/request/saved.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { RowLink, Rows, RowText } from "#app/ui/rows.tsx";
import type { User } from "#worker/accounts/user/user.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./settings.module.css";

export const handle = { scripts: "member" };

export const loader = membersOnly;

export async function ServerComponent() {
  const { t } = edge();
  const user = await requireUser();
  return (
    <div className={`container page stack loose ${css.page}`}>
      <Title>{t("nav.settings")}</Title>
      <PageHeader title={t("nav.settings")} />
      <Saved texts={NAME_SAVED} />
      <ChooseName user={user} />
      <Account user={user} />
      <div className={css.sections}>
        {settingsSections().map((section) => (
          <Section key={section.title} section={section} user={user} />
        ))}
      </div>
      <form action={logOut} className={css.logout} data-logout={t("chat.unsentLogout")} noValidate>
        <Button icon="logout" variant="secondary">
          {t("nav.logout")}
        </Button>
      </form>
    </div>
  );
}

function Account({ user }: { user: User }) {
  const { t, reader, settings } = edge();
  const { name, main_image } = user.profile;
  const since = formatDay(user.signup_date, reader);
  const confirmed = user.status === "active";
  return (
    <section aria-label={t("nav.account")} className={css.account}>
      <Avatar name={name} size="xl" src={main_image ? settings.cdn_prefix + main_image.thumb_filename : null} />
      <dl className={css.facts}>
        <div className={css.name}>
          <dt className="visually-hidden">{t("settings.name")}</dt>
          <dd>{name}</dd>
        </div>
        <div className={css.email}>
          <dt className="visually-hidden">{t("settings.email")}</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt className="visually-hidden">{t("settings.status")}</dt>
          <dd>
            <Badge tone={confirmed ? "success" : "warning"}>
              {t(confirmed ? "settings.confirmed" : "settings.notConfirmed")}
            </Badge>
          </dd>
        </div>
        <div className={css.since}>
          <dt>{t("settings.since")}</dt>
          <dd>{since}</dd>
        </div>
      </dl>
      <div className={css.actions}>
        {!confirmed && (
          <ButtonLink href="/activate" icon="mail">
            {t("settings.confirm")}
          </ButtonLink>
        )}
        <ButtonLink href="/profile" icon="user" variant="secondary">
          {t("nav.profile")}
        </ButtonLink>
      </div>
    </section>
  );
}

function Section({ section, user }: { section: SettingsSection; user: User }) {
  const { t } = edge();
  return (
    <section className={css.section}>
      <h2 className={css.heading}>{t(section.title)}</h2>
      <Rows>
        {section.rows.map((row) => (
          <Row key={row.href} row={row} user={user} />
        ))}
      </Rows>
    </section>
  );
}

function Row({ row, user }: { row: SettingsRow; user: User }) {
  const { t } = edge();
  return (
    <RowLink href={row.href}>
      <span className={css.mark}>
        <Icon name={row.icon} size="s" />
      </span>
      <RowText note={row.value?.(user) ?? t(row.about, row.facts)}>
        <span className={css.title}>{t(row.title)}</span>
      </RowText>
      <Icon className={css.chevron} name="chevron-right" size="s" />
    </RowLink>
  );
}
