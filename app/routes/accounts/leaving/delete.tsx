import type { ReactNode } from "react";
import { deleteAccount, giveBackFirst, goOn } from "#app/features/accounts/leaving/leaving.actions.ts";
import { type Alternative, alternativeTo, isReason } from "#app/features/accounts/leaving/reasons.ts";
import { OwnPassword } from "#app/features/accounts/recovery/own-password.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { methodTexts } from "#app/features/billing/payments/method-texts.ts";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { membersOnly } from "#app/request/require-user.ts";
import { Alert, FIRST } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { cx } from "#app/ui/cx.ts";
import { FieldGroup } from "#app/ui/field.tsx";
import { RadioCards } from "#app/ui/radio-cards.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { LeavingReason } from "#worker/accounts/leaving/leaving.contract.ts";
import { LEAVING_REASONS, LEAVING_TEXT } from "#worker/accounts/leaving/leaving.contract.ts";
import { formatDay, formatTime } from "#worker/platform/dates.ts";
import { money, percent } from "#worker/platform/money.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./delete.module.css";

type Departure = CallOutput<"departure">;

export const handle = { scripts: "member" };

export const loader = membersOnly;

/** `/settings/delete`: reason, alternative, consequences. Each step is a form; only the last one deletes. */
export async function ServerComponent() {
  const { t, domain, backend } = edge();
  const { values, done } = formState("leaving");
  const reason = isReason(values.reason) ? values.reason : null;
  const helps = reason && done && values.step === "reason" ? alternativeTo(reason, domain.features) : null;
  const confirming = reason !== null && (values.step === "confirm" || done);
  const departure = helps || confirming ? await orThrow(backend.departure({})) : null;
  return (
    <SettingsFrame title={t("leaving.title")}>
      {reason && departure && (
        <section aria-label={t("leaving.stay")} className="stack" {...(isNew(departure) && FIRST)}>
          <Staying departure={departure} reason={reason} />
        </section>
      )}
      {reason && helps ? (
        <Instead departure={departure} href={helps.href} name={helps.name} reason={reason} />
      ) : reason && departure ? (
        <Confirm departure={departure} reason={reason} />
      ) : (
        <Why />
      )}
    </SettingsFrame>
  );
}

/** Reasons to stay stand above the step, and take the focus when they come first. */
function isNew({ refundable, offer }: Departure): boolean {
  return formState("leaving").values.step === "reason" && (refundable.length > 0 || offer !== null);
}

interface StepProps {
  number: number;
  title: string;
  departure: Departure | null;
  children: ReactNode;
}

function Step({ number, title, departure, children }: StepProps) {
  // The response shows the next step, so its header gets the focus.
  const { done, values } = formState("leaving");
  const first = done && values.payment === undefined && !(departure && isNew(departure));
  return (
    <Card padding="l">
      <header className={css.header} {...(first && FIRST)}>
        <p className="muted small">{edge().t("leaving.step", { step: number })}</p>
        <h2>{title}</h2>
      </header>
      {children}
    </Card>
  );
}

function Why() {
  const { t } = edge();
  const { values, fields } = formState("leaving");
  return (
    <Step departure={null} number={1} title={t("leaving.why")}>
      <form action={goOn} className="stack" noValidate>
        <input name="step" type="hidden" value="reason" />
        <FieldGroup error={fields.reason} hideLabel id="field-reason" label={t("leaving.why")} required>
          <RadioCards
            defaultValue={values.reason}
            name="reason"
            options={LEAVING_REASONS.map((reason) => ({ value: reason, label: t(`leaving.reasons.${reason}`) }))}
          />
        </FieldGroup>
        <Textarea
          defaultValue={values.text}
          hint={t("leaving.text_hint")}
          label={t("leaving.text")}
          maxLength={LEAVING_TEXT}
          name="text"
          optional={t("leaving.optional")}
        />
        <div className={css.buttons}>
          <Button size="l">{t("leaving.next")}</Button>
          <Stay />
        </div>
      </form>
    </Step>
  );
}

function Stay() {
  return (
    <ButtonLink href="/settings" size="l" variant="quiet">
      {edge().t("leaving.stay")}
    </ButtonLink>
  );
}

function Said({ step, reason }: { step: string; reason: LeavingReason }) {
  return (
    <>
      <input name="step" type="hidden" value={step} />
      <input name="reason" type="hidden" value={reason} />
      <input name="text" type="hidden" value={formState("leaving").values.text ?? ""} />
    </>
  );
}

interface InsteadProps {
  name: Alternative;
  href: string;
  reason: LeavingReason;
  departure: Departure | null;
}

function Instead({ name, href, reason, departure }: InsteadProps) {
  const { t } = edge();
  return (
    <Step departure={departure} number={2} title={t(`leaving.instead.${name}.title`)}>
      <p>{t(`leaving.instead.${name}.text`)}</p>
      <div className={css.buttons}>
        <ButtonLink href={href} size="l">
          {t(`leaving.instead.${name}.link`)}
        </ButtonLink>
        <form action={goOn} noValidate>
          <Said reason={reason} step="instead" />
          <Button size="l" variant="secondary">
            {t("leaving.anyway")}
          </Button>
        </form>
        <Stay />
      </div>
    </Step>
  );
}

function Staying({ departure: { refundable, offer }, reason }: { departure: Departure; reason: LeavingReason }) {
  const given = formState("leaving");
  return (
    <>
      {given.done && given.values.payment !== undefined && <Alert first title={edge().t("leaving.money.given")} tone="success" />}
      {refundable.length > 0 && <MoneyLeft parts={refundable} reason={reason} />}
      {offer && <Offer offer={offer} />}
    </>
  );
}

function MoneyLeft({ parts, reason }: { parts: Departure["refundable"]; reason: LeavingReason }) {
  const { t, language, reader } = edge();
  return (
    <Card title={t("leaving.money.title")}>
      <p>{t("leaving.money.text")}</p>
      {parts.map(({ payment, credits, amount, currency, method, until }) => (
        <form action={giveBackFirst} className={css.part} key={payment} noValidate>
          <Said reason={reason} step="confirm" />
          <input name="payment" type="hidden" value={payment} />
          <input name="amount" type="hidden" value={amount} />
          <Button icon="retry" wide>
            {t("payments.refund.offer", { count: credits, amount: money(amount, currency, language) })}
          </Button>
          <p className="muted small">
            {[t("payments.refund.to"), methodTexts(method).name].join(": ")}
            <br />
            {t("payments.refund.until", { time: formatTime(until, reader) })}
          </p>
        </form>
      ))}
    </Card>
  );
}

function Offer({ offer }: { offer: NonNullable<Departure["offer"]> }) {
  const { t, language, reader } = edge();
  return (
    <Card title={t("leaving.offer.title", { percent: percent(offer.value_percentage, language) })}>
      <p>{t("leaving.offer.text", { code: offer.code, time: formatTime(offer.expires, reader) })}</p>
      <div className={css.buttons}>
        <ButtonLink href={`/credits?${new URLSearchParams({ discountcode: offer.code })}`} icon="coin" variant="secondary">
          {t("wallet.packages.label")}
        </ButtonLink>
      </div>
    </Card>
  );
}

function Confirm({ departure, reason }: { departure: Departure; reason: LeavingReason }) {
  const { t, reader } = edge();
  const state = formState("leaving");
  const { until, ...lost } = departure;
  const date = formatDay(until, reader);
  const counts = (["credits", "matches", "chats", "photos"] as const).filter((what) => lost[what] > 0);
  return (
    <Step departure={departure} number={3} title={t("leaving.lost.title")}>
      <p>{t("leaving.lost.profile")}</p>
      {counts.length > 0 && (
        <ul className={css.lost}>
          {counts.map((what) => (
            <li key={what}>{t(`leaving.lost.${what}`, { count: lost[what] })}</li>
          ))}
        </ul>
      )}
      <Alert icon="retry" title={t("leaving.after", { date })}>
        {t("leaving.messages")}
      </Alert>
      <Refusal beside={["password", "text"]} form={state} />
      <form action={deleteAccount} className={cx("stack", css.last)} noValidate>
        <Said reason={reason} step="confirm" />
        {state.fields.text && <Alert title={state.fields.text} tone="error" />}
        <OwnPassword error={state.fields.password} />
        <div className={css.buttons}>
          <Button icon="trash" size="l" variant="danger">
            {t("leaving.button")}
          </Button>
          <Stay />
        </div>
      </form>
    </Step>
  );
}
