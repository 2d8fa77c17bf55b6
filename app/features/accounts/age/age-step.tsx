import { Otherwise } from "#app/features/accounts/signup/otherwise.tsx";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { AgeCheck } from "#worker/accounts/age/age-checks.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { beginProof } from "./age.actions.ts";
import css from "./age.module.css";
import { ByPerson, CheckWaits } from "./by-person.tsx";
import { providerName } from "./provider-name.ts";
import { WalletButton } from "./wallet-button.client.tsx";

export type AgeState = CallOutput<"ageProof">;
type Needed = NonNullable<AgeState["needed"]>;

interface Props {
  needed: Needed;
  request: AgeState["request"];
  /** Null where no person is asked. */
  check: AgeCheck | null;
  next: string;
  unconfirmed: AgeState["unconfirmed"];
  proofs: AgeState["proofs"];
}

/** Every other outcome is a failure. */
const RESULTS = ["waiting", "unconfirmed", "over", "under"];

/** Says what a proof of age tells and who receives it, and offers the methods that work on this device. */
export function AgeStep({ needed, request, check, next, unconfirmed, proofs }: Props) {
  const { t, settings, reader } = edge();
  const asksPerson = needed.methods.includes("person");
  const failed = request && !RESULTS.includes(request.outcome);
  const provider = providerName(settings);
  return (
    <>
      <PageHeader intro={t(asksPerson ? "age.person.intro" : "age.intro", { site: settings.name })} title={t("age.title")} />
      {isOtherWay(needed, proofs) && <Alert title={t("age.other_way")} tone="info" />}
      {failed && <Alert title={t(`age.failed.${request.outcome as "expired"}`)} tone="error" />}
      {unconfirmed && <Alert title={t("age.marked", { date: formatDay(unconfirmed, reader) })} tone="warning" />}
      <Refusal form={formState("age")} />
      <ul className={css.facts}>
        {!asksPerson && <li>{t("age.what")}</li>}
        <li>{t("age.whom", { site: settings.name })}</li>
        <li>{t(asksPerson ? "age.person.kept" : "age.kept")}</li>
      </ul>
      {needed.from && <p className="muted">{t("age.by", { date: formatDay(needed.from, reader) })}</p>}
      {needed.methods.length === 0 && <Alert title={t("age.none", { site: settings.name })} tone="warning" />}
      {!asksPerson && check?.latest?.status === "waiting" && <CheckWaits latest={check.latest} next={next} />}
      {needed.methods.map((method) => (
        <section className={css.method} key={method}>
          {method === "person" && <ByPerson check={check} next={next} />}
          {method === "eu" && (
            <>
              <h2 className={css.title}>{t("age.eu.title")}</h2>
              <p className="muted">{t("age.eu.text")}</p>
              {needed.unavailable.includes("eu") ? (
                <Alert title={t("age.failed.unavailable")} tone="warning" />
              ) : (
                <Wallet next={next} />
              )}
            </>
          )}
          {method === "oidc" && (
            <>
              <h2 className={css.title}>{t("age.oidc.title", { provider })}</h2>
              <p className="muted">{t("age.oidc.text", { provider, site: settings.name })}</p>
              <Way method="oidc" next={next} way="provider" />
            </>
          )}
        </section>
      ))}
      {needed.from ? (
        <ButtonLink href={next} variant="quiet">
          {t("age.later")}
        </ButtonLink>
      ) : (
        <Otherwise text={t("age.otherwise")} />
      )}
    </>
  );
}

/** Shown already, but by a method that does not count at the place of the account or of the request. */
function isOtherWay({ methods }: Needed, proofs: AgeState["proofs"]): boolean {
  return proofs.some(({ method }) => !methods.includes(method));
}

/** The browser's own way comes first where there is one; without it and without scripts, link and code. */
function Wallet({ next }: { next: string }) {
  const { t } = edge();
  const texts = { show: t("age.eu.browser"), working: t("sessions.passkeys.working"), failed: t("error.unforeseen") };
  const waits = { waiting: t("age.eu.waiting"), silent: t("age.eu.silent"), cancel: t("age.open.cancel") };
  return (
    <>
      <WalletButton next={next} texts={{ ...texts, ...waits }} />
      <div className={css.here}>
        <Way method="eu" next={next} way="link" />
      </div>
      <Way method="eu" next={next} way="qr" />
    </>
  );
}

function Way({ method, way, next }: { method: "eu" | "oidc"; way: "link" | "qr" | "provider"; next: string }) {
  const { t, settings } = edge();
  const label = way === "provider" ? t("age.oidc.go", { provider: providerName(settings) }) : t(`age.eu.${way}`);
  return (
    <form action={beginProof} noValidate>
      <input name="method" type="hidden" value={method} />
      <input name="way" type="hidden" value={way} />
      <input name="next" type="hidden" value={next} />
      <Button icon={way === "qr" ? "device" : undefined} variant={way === "qr" ? "secondary" : "primary"} wide>
        {label}
      </Button>
    </form>
  );
}
