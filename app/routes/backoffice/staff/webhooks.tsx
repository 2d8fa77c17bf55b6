import { AddForm } from "#app/features/backoffice/staff/add-form.tsx";
import { Confirm } from "#app/features/backoffice/staff/confirm.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { KeptPage } from "#app/features/backoffice/staff/kept-page.tsx";
import { SiteSelect, siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { WebhookState } from "#app/features/backoffice/webhooks/webhook-state.tsx";
import { WEBHOOK_WORDS as words } from "#app/features/backoffice/webhooks/webhook-words.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
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
  const isNew = webhooks.some(({ id }) => id === handed?.id);
  return (
    <KeptPage
      cells={(one) => [
        one.url,
        siteName(sites, one.site, words.all),
        one.events.join(", "),
        <WebhookState {...one} key="state" />,
        one.by,
        <a aria-label={words.openOf(one.url)} href={`/staff/webhooks/${one.id}`} key="open">
          {words.open}
        </a>,
      ]}
      rows={webhooks}
      shown={
        handed &&
        isNew && {
          ...{ hint: words.secretHint, label: words.secret, title: words.secretTitle },
          value: shownSecret(handed.token),
        }
      }
      words={words}
    >
      <AddWebhook sites={sites} />
    </KeptPage>
  );
}

function AddWebhook({ sites }: Pick<Found, "sites">) {
  const sent = staffForm("addWebhook");
  const { values, fields, code } = sent;
  return (
    <AddForm call="addWebhook" page="/staff/webhooks" submit={words.submit} title={words.add}>
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
      <SiteSelect all={words.all} label={words.site} sent={sent} sites={sites} />
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
    </AddForm>
  );
}
