import { Confirm } from "#app/features/backoffice/staff/confirm.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { ShownSecret } from "#app/features/backoffice/webhooks/shown-secret.tsx";
import { WebhookState } from "#app/features/backoffice/webhooks/webhook-state.tsx";
import { WEBHOOK_WORDS as words } from "#app/features/backoffice/webhooks/webhook-words.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { WEBHOOK_EVENTS } from "#db/schema/operator-codes.ts";
import { shownSecret } from "#worker/backoffice/webhooks/webhooks.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

const CHOICES = WEBHOOK_EVENTS.filter((event) => event !== "webhook.test");

async function find() {
  const { backend, takeHanded } = staffEdge();
  return { ...(await backend.webhooks({})), handed: takeHanded() };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { webhooks, sites, handed } }: { loaderData: Found }) {
  const nameOf = (id: string | null) => (id === null ? words.all : (sites.find((site) => site.id === id)?.name ?? id));
  const isNew = webhooks.some(({ id }) => id === handed?.id);
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      {handed && isNew && (
        <ShownSecret hint={words.secretHint} label={words.secret} title={words.secretTitle} value={shownSecret(handed.token)} />
      )}
      <p className="muted">{words.intro}</p>
      {webhooks.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table head={words.head}>
          {webhooks.map((one) => (
            <tr key={one.id}>
              <th scope="row">{one.url}</th>
              <td>{nameOf(one.site)}</td>
              <td>{one.events.join(", ")}</td>
              <td>
                <WebhookState {...one} />
              </td>
              <td>{one.by}</td>
              <td>
                <a aria-label={words.openOf(one.url)} href={`/staff/webhooks/${one.id}`}>
                  {words.open}
                </a>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <AddWebhook sites={sites} />
    </StaffPage>
  );
}

function AddWebhook({ sites }: Pick<Found, "sites">) {
  const { values, fields, code } = staffForm("addWebhook");
  return (
    <section className={css.form}>
      <h2>{words.add}</h2>
      <StaffForm call="addWebhook" className="stack" then="/staff/webhooks">
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={values.url}
          error={fields.url}
          hint={words.urlHint}
          inputMode="url"
          label={words.url}
          maxLength={500}
          name="url"
          required
          spellCheck={false}
        />
        <Select
          defaultValue={values.site}
          error={fields.site}
          label={words.site}
          name="site"
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={words.all}
        />
        <fieldset className="stack">
          <legend>{words.which}</legend>
          {CHOICES.map((event, index) => (
            <Checkbox
              defaultChecked={code === null || values[event] === "on"}
              error={index === 0 ? fields.events : undefined}
              key={event}
              label={`${event}: ${words.events[event]}`}
              name={event}
            />
          ))}
        </fieldset>
        <Confirm fields={fields} form="webhook" />
        <div>
          <Button>{words.submit}</Button>
        </div>
      </StaffForm>
    </section>
  );
}
