import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { AgeCheck } from "#worker/accounts/age/age-checks.contract.ts";
import { ageCheckReason } from "#worker/people/identity/age-checks.vocabulary.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./age.module.css";
import { withdrawCheck } from "./age-check.actions.ts";

type Latest = NonNullable<AgeCheck["latest"]>;

function personPath(next: string): string {
  return `/proof-of-age/person?next=${encodeURIComponent(next)}`;
}

/** The method "by a person", on the page of all methods. */
export function ByPerson({ check, next }: { check: AgeCheck | null; next: string }) {
  const { t, settings } = edge();
  const latest = check?.latest ?? null;
  return (
    <>
      <h2 className={css.title}>{t("age.person.title")}</h2>
      {latest?.status === "waiting" ? (
        <CheckWaits latest={latest} next={next} />
      ) : (
        <>
          {latest && <CheckRefused latest={latest} />}
          <p className="muted">{t("age.person.text", { site: settings.name })}</p>
          <ButtonLink href={personPath(next)} icon="camera" variant="secondary" wide>
            {t(latest ? "verifications.again" : "age.person.go")}
          </ButtonLink>
        </>
      )}
    </>
  );
}

/** With the way to take the pictures back. */
export function CheckWaits({ latest, next }: { latest: Latest; next: string }) {
  const { t, reader } = edge();
  return (
    <Alert icon="clock" title={t("verifications.waiting.title")}>
      <p>{t("verifications.waiting.text", { time: formatTime(latest.sent_at, reader) })}</p>
      <form action={withdrawCheck} noValidate>
        <input name="next" type="hidden" value={next} />
        <Button icon="trash" variant="quiet">
          {t("age.person.withdraw")}
        </Button>
      </form>
    </Alert>
  );
}

export function CheckRefused({ latest: { reason } }: { latest: Latest }) {
  const { t } = edge();
  if (!reason) return null;
  return (
    <Alert title={t("verifications.refused")} tone="warning">
      {t(ageCheckReason(reason))}
    </Alert>
  );
}
