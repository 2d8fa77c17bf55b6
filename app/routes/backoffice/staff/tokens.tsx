import { TOKEN_WORDS as words } from "#app/features/backoffice/programs/token-words.ts";
import { AddForm } from "#app/features/backoffice/staff/add-form.tsx";
import { Confirm } from "#app/features/backoffice/staff/confirm.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { SiteSelect, siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Day, Time } from "#app/features/backoffice/staff/time.tsx";
import { ShownSecret } from "#app/features/backoffice/webhooks/shown-secret.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
import { API_SCOPES } from "#db/schema/operator-codes.ts";
import { shownToken } from "#worker/backoffice/programs/programs.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, takeHanded } = staffEdge();
  return { ...(await backend.apiTokens({})), handed: takeHanded() };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { tokens, sites, handed } }: { loaderData: Found }) {
  const isNew = tokens.some(({ id }) => id === handed?.id);
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      {handed && isNew && (
        <ShownSecret hint={words.tokenHint} label={words.token} title={words.shownTitle} value={shownToken(handed.token)} />
      )}
      <p className="muted">{words.intro}</p>
      {tokens.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table head={words.head}>
          {tokens.map((one) => (
            <tr key={one.id}>
              <th scope="row">{one.name}</th>
              <td>{one.prefix}</td>
              <td>{siteName(sites, one.site, words.all)}</td>
              <td>{one.scopes.join(", ")}</td>
              <td>{one.by}</td>
              <td>
                <Day at={one.until} /> {!one.stands && <span className="muted">{words.over}</span>}
              </td>
              <td>{one.last_used_at ? <Time at={one.last_used_at} /> : words.never}</td>
              <td>
                {one.stands && (
                  <StaffForm call="revokeApiToken">
                    <input name="id" type="hidden" value={one.id} />
                    <Button variant="secondary">{words.end(one.name)}</Button>
                  </StaffForm>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <AddToken sites={sites} />
    </StaffPage>
  );
}

function AddToken({ sites }: Pick<Found, "sites">) {
  const sent = staffForm("addApiToken");
  const { values, fields } = sent;
  return (
    <AddForm call="addApiToken" page="/staff/tokens" submit={words.submit} title={words.add}>
      <Input
        autoComplete="off"
        defaultValue={values.name}
        error={fields.name}
        hint={words.nameHint}
        label={words.name}
        maxLength={100}
        name="name"
        required
      />
      <SiteSelect all={words.all} label={words.site} sent={sent} sites={sites} />
      <fieldset className="stack">
        <legend>{words.which}</legend>
        {API_SCOPES.map((scope, index) => (
          <Checkbox
            defaultChecked={values[scope] === "on"}
            error={index === 0 ? fields.scopes : undefined}
            key={scope}
            label={words.scopes[scope]}
            name={scope}
          />
        ))}
      </fieldset>
      <Input
        autoComplete="off"
        defaultValue={values.days ?? "90"}
        error={fields.days}
        hint={words.daysHint}
        inputMode="numeric"
        label={words.days}
        name="days"
        required
      />
      <Confirm fields={fields} form="token" />
    </AddForm>
  );
}
