import figures from "#app/features/backoffice/figures/figures.module.css";
import { Confirm } from "#app/features/backoffice/staff/confirm.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Timed } from "#app/features/backoffice/staff/time.tsx";
import { DeliveryList } from "#app/features/backoffice/webhooks/deliveries.tsx";
import { ShownSecret } from "#app/features/backoffice/webhooks/shown-secret.tsx";
import { WebhookState } from "#app/features/backoffice/webhooks/webhook-state.tsx";
import { WEBHOOK_WORDS as words } from "#app/features/backoffice/webhooks/webhook-words.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Select } from "#app/ui/select.tsx";
import { DELIVERY_STATES } from "#db/schema/operator-codes.ts";
import { shownSecret } from "#worker/backoffice/webhooks/webhooks.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffCallName } from "#worker/server/staff/calls.ts";

export const handle = { scripts: true };

const STATES = DELIVERY_STATES.map((value) => ({ value, label: words.filters[value] }));

type Found = Awaited<ReturnType<typeof find>>;

async function find(id: string) {
  const { backend, url, takeHanded } = staffEdge();
  const asked = url.searchParams.get("state");
  const state = DELIVERY_STATES.find((one) => one === asked);
  const after = url.searchParams.get("after") ?? undefined;
  const [{ webhooks }, log] = await Promise.all([backend.webhooks({}), backend.webhookLog({ id, state, after })]);
  const webhook = webhooks.find((one) => one.id === id);
  if (!webhook) throw new AppError("not_found");
  return { webhook, ...log, state: state ?? null, handed: takeHanded() };
}

export async function loader({ params }: { params: { id?: string } }): Promise<Found> {
  return orRefuse(find(params.id ?? ""));
}

export function ServerComponent({ loaderData: { webhook, deliveries, next, state, handed } }: { loaderData: Found }) {
  const { url, form } = staffEdge();
  const { id, disabled_for, old_secret_until } = webhook;
  const here = `/staff/webhooks/${id}`;
  const [tested, again] = [url.searchParams.get("tested"), url.searchParams.get("again")];
  const done = tested ? words.tested[tested === "yes" ? "yes" : "no"] : again && words.again(Number(again));
  const on = disabled_for === null;
  return (
    <StaffPage refusals={words.refusals} title={words.one(new URL(webhook.url).host)}>
      {done && !form && !handed && <Alert first title={done} tone={tested === "no" ? "error" : "success"} />}
      {handed?.id === id && (
        <ShownSecret hint={words.secretHint} label={words.secret} title={words.secretTitle} value={shownSecret(handed.token)} />
      )}
      <p>{webhook.url}</p>
      <p>
        <WebhookState {...webhook} />
      </p>
      {old_secret_until && (
        <p>
          <Timed at={old_secret_until} text={words.old} />
        </p>
      )}
      <p className="muted">{webhook.events.join(", ")}</p>
      <div className="stack">
        {on && <Act call="testWebhook" id={id} label={words.test} then={here} />}
        {on && webhook.failed > 0 && <Act call="replayWebhook" id={id} label={words.replayFailed} then={here} />}
        <Switch id={id} on={on} then={here} />
        <Rotate id={id} then={here} />
        <Disclosure summary={words.remove}>
          <Act
            call="removeWebhook"
            hint={words.removeHint}
            id={id}
            label={words.remove}
            then="/staff/webhooks"
            variant="danger"
          />
        </Disclosure>
      </div>
      <h2>{words.log}</h2>
      <form className={figures.choice}>
        <Select defaultValue={state ?? ""} label={words.filter} name="state" options={STATES} placeholder={words.filters.all} />
        <Button variant="secondary">{words.show}</Button>
      </form>
      {deliveries.length === 0 ? <p>{words.empty}</p> : <DeliveryList deliveries={deliveries} on={on} webhook={id} />}
      {next !== null && <a href={`${here}?${new URLSearchParams({ ...(state && { state }), after: next })}`}>{words.older}</a>}
    </StaffPage>
  );
}

interface ActProps {
  call: StaffCallName;
  id: string;
  label: string;
  then: string;
  hint?: string;
  variant?: "secondary" | "danger";
}

function Act({ call, id, label, then, hint, variant = "secondary" }: ActProps) {
  return (
    <StaffForm call={call} then={then}>
      <input name="id" type="hidden" value={id} />
      {hint && <p className="muted">{hint}</p>}
      <Button variant={variant}>{label}</Button>
    </StaffForm>
  );
}

function Switch({ id, on, then }: { id: string; on: boolean; then: string }) {
  return (
    <StaffForm call="switchWebhook" then={then}>
      <input name="id" type="hidden" value={id} />
      <input name="to" type="hidden" value={on ? "off" : "on"} />
      {on && <p className="muted">{words.switchOffHint}</p>}
      <Button variant="secondary">{on ? words.switchOff : words.switchOn}</Button>
    </StaffForm>
  );
}

function Rotate({ id, then }: { id: string; then: string }) {
  const { fields, code } = staffForm("rotateWebhookSecret");
  return (
    <Disclosure open={code !== null} summary={words.rotate}>
      <StaffForm call="rotateWebhookSecret" className={css.form} then={then}>
        <input name="id" type="hidden" value={id} />
        <p className="muted">{words.rotateHint}</p>
        <Confirm fields={fields} form="rotate" />
        <div>
          <Button variant="secondary">{words.rotateSubmit}</Button>
        </div>
      </StaffForm>
    </Disclosure>
  );
}
