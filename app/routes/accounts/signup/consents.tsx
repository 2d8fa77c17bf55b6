import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { OptionalConsents, optionalConsents } from "#app/features/accounts/signup/optional-consents.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import { formatDay, formatVersion } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./consents.module.css";

export const handle = { scripts: "member" };

type Consent = CallOutput<"consents">["consents"][number];

type Optional = ReturnType<typeof optionalConsents>;

interface Data {
  consents: Consent[];
  optional: Optional;
  /** Keeps a gender beyond woman and man, which has a consent of its own. */
  gender: { isDue: boolean } | null;
}

export async function loader(): Promise<Data> {
  const { profile } = await requireUser();
  const { backend } = edge();
  const [{ consents, ...standing }, preferences, own] = await orThrow(
    Promise.all([backend.consents({}), backend.preferences({}), backend.profile({})]),
  );
  const optional = optionalConsents(preferences, profile.interests, standing);
  const { own_identity } = own;
  return { consents, optional, gender: own_identity && { isDue: own_identity.consent_due } };
}

export function ServerComponent({ loaderData: { consents, optional, gender } }: { loaderData: Data }) {
  const { t } = edge();
  return (
    <SettingsFrame intro={t("signup.consents.intro")}>
      {consents.map((consent) => (
        <Given consent={consent} key={consent.kind} />
      ))}
      {gender && <Gender {...gender} />}
      <TakeBack />
      <OptionalConsents optional={optional} />
    </SettingsFrame>
  );
}

function Given({ consent: { kind, accepted_version, accepted_at, due, earlier } }: { consent: Consent }) {
  const { t, settings, reader } = edge();
  const terms = kind === "terms";
  return (
    <Card padding="l" title={t(`signup.consents.${kind}`)}>
      {/* Only the current text exists; an older consent refers to other words. */}
      {!due && (
        <blockquote className={css.words}>
          {terms
            ? t("signup.terms", { min_age: settings.min_age, site: settings.name })
            : t("signup.sensitive", { site: settings.name })}
        </blockquote>
      )}
      <dl className={css.facts}>
        <dt>{t("signup.consents.agreed")}</dt>
        <dd>{formatDay(accepted_at, reader)}</dd>
        <dt>{t("signup.consents.version")}</dt>
        <dd>{formatVersion(accepted_version, reader)}</dd>
        {earlier.length > 0 && (
          <>
            <dt>{t("signup.consents.earlier")}</dt>
            {earlier.map((one) => (
              <dd className={css.earlier} key={one.version}>
                {t("signup.consents.agreedTo", {
                  version: formatVersion(one.version, reader),
                  date: formatDay(one.accepted_at, reader),
                })}
              </dd>
            ))}
          </>
        )}
      </dl>
      {due && (
        <Alert
          action={<a href="/consent?next=/settings/consents">{t("signup.consents.read")}</a>}
          title={t("signup.consents.due")}
        />
      )}
      <StandaloneLink href={terms ? "/terms" : "/privacy#consent"}>
        {t(terms ? "legal.readTerms" : "legal.readPrivacy")}
      </StandaloneLink>
    </Card>
  );
}

/** It is taken back where it is given: by choosing woman or man. */
function Gender({ isDue }: { isDue: boolean }) {
  const { t, settings } = edge();
  return (
    <Card padding="l" title={t("members.self.label")}>
      {isDue ? (
        <Alert title={t("signup.consents.due")} />
      ) : (
        <blockquote className={css.words}>{t("members.self.consent", { site: settings.name })}</blockquote>
      )}
      <StandaloneLink href="/settings/gender">{t("members.self.title")}</StandaloneLink>
    </Card>
  );
}

/** Withdrawal without support. It states the consequences and offers a pause. */
function TakeBack() {
  const { t, settings } = edge();
  return (
    <Card id="take-back" padding="l" title={t("signup.consents.back.title")}>
      <p>{t("signup.consents.back.text", { site: settings.name })}</p>
      <p>{t("signup.consents.back.pause")}</p>
      <div className="cluster">
        <ButtonLink href="/settings/privacy#break" icon="pause" variant="secondary">
          {t("notifications.privacy.pause.title")}
        </ButtonLink>
        <ButtonLink href="/settings/delete" icon="trash" variant="secondary">
          {t("signup.consents.back.delete")}
        </ButtonLink>
      </div>
    </Card>
  );
}
