import { offeredKinds, offersMailLogin } from "#app/features/delivery/notifications/offered-channels.ts";
import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { BY_CONSENT } from "#db/schema/attribute-table.ts";
import { INTIMATE } from "#db/schema/interests.ts";
import { isByConsent } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { formFields } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { changeConsent } from "./optional-consents.actions.ts";
import css from "./optional-consents.module.css";

type Preferences = CallOutput<"preferences">;

interface Optional {
  name: "mail" | "news" | "push" | "mail_login" | "visitors" | "intimate" | "beliefs";
  given: boolean;
  /** ISO 8601, where it is known. */
  since?: string;
  /** Name of the site that it is given to, where it is not the visited one. */
  site?: string;
}

/** What a member may allow beside the two texts, each taken back by the press that gives it. */
export function optionalConsents(
  preferences: Preferences,
  interests: readonly string[],
  { news, beliefs }: Pick<CallOutput<"consents">, "news" | "beliefs">,
): Optional[] {
  const { notifications, always, privacy, mail_login, news_site } = preferences;
  const { features, settings } = edge().domain;
  const asksBeliefs = formFields(settings).some((field) => BY_CONSENT.some((one) => one === field));
  const any = (channel: "mail" | "push") =>
    offeredKinds(notifications).some(
      (kind) => !isByConsent(kind) && notifications[kind]?.[channel] && !always[kind]?.includes(channel),
    );
  const intimate = interests.some((code) => (INTIMATE as readonly string[]).includes(code));
  return [
    { name: "mail", given: any("mail") },
    // An upstream may not know it.
    ...(notifications.site_news
      ? [{ name: "news" as const, given: notifications.site_news.mail, since: news?.accepted_at, site: news_site }]
      : []),
    ...(features.push ? [{ name: "push" as const, given: any("push") }] : []),
    ...(offersMailLogin() ? [{ name: "mail_login" as const, given: mail_login }] : []),
    { name: "visitors", given: !privacy.hide_from_visitors },
    ...(asksBeliefs || preferences.beliefs
      ? [{ name: "beliefs" as const, given: preferences.beliefs, since: beliefs?.accepted_at }]
      : []),
    // Given on the profile, interest by interest.
    ...(intimate ? [{ name: "intimate" as const, given: true }] : []),
  ];
}

export function OptionalConsents({ optional }: { optional: Optional[] }) {
  const { t } = edge();
  const refused = formState("optional-consent").message;
  return (
    <Card id="optional" padding="l" title={t("signup.consents.optional.title")}>
      <p>{t("signup.consents.optional.text")}</p>
      {refused && <Alert tone="error">{refused}</Alert>}
      <ul className={css.list}>
        {optional.map(({ name, given, since, site = edge().settings.name }) => (
          <li className={css.item} key={name}>
            <div className={css.what}>
              <h3 className={css.name}>
                {t(`signup.consents.optional.${name}.title`, { site })}
                {": "}
                <span className={css.state}>
                  {t(`signup.consents.optional.${given ? "given" : "refused"}`)}
                  {given && since && `, ${formatDay(since, edge().reader)}`}
                </span>
              </h3>
              <p className="muted">{t(`signup.consents.optional.${name}.text`, { site })}</p>
            </div>
            <form action={changeConsent} noValidate>
              <input name="what" type="hidden" value={name} />
              <input name="given" type="hidden" value={given ? "" : "on"} />
              <Button variant="secondary">
                {t(`signup.consents.optional.${given ? "withdraw" : "give"}`)}
                <span className="visually-hidden"> {t(`signup.consents.optional.${name}.title`, { site })}</span>
              </Button>
            </form>
          </li>
        ))}
      </ul>
      <div className="cluster">
        <ButtonLink href="/settings/notifications" variant="quiet">
          {t("signup.consents.optional.each")}
        </ButtonLink>
      </div>
    </Card>
  );
}
