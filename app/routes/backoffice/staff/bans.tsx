import { BAN_WORDS as words } from "#app/features/backoffice/bans/ban-words.ts";
import { AddForm } from "#app/features/backoffice/staff/add-form.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { SiteSelect, siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Day } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

const KINDS = Object.entries(words.kinds).map(([value, label]) => ({ value, label }));

async function find() {
  return staffEdge().backend.signupBans({});
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { bans, sites } }: { loaderData: Found }) {
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      <p className="muted">{words.intro}</p>
      {bans.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table head={words.head}>
          {bans.map(({ id, kind, value, site, reason, by, until, stands }) => (
            <tr key={id}>
              <th scope="row">
                {words.kinds[kind]} {value}
              </th>
              <td>{siteName(sites, site, words.all)}</td>
              <td>{reason}</td>
              <td>{by}</td>
              <td>
                <Day at={until} /> {!stands && <span className="muted">{words.over}</span>}
              </td>
              <td>
                {stands && (
                  <StaffForm call="endSignupBan">
                    <input name="id" type="hidden" value={id} />
                    <Button variant="secondary">{words.end(value)}</Button>
                  </StaffForm>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <AddBan sites={sites} />
    </StaffPage>
  );
}

function AddBan({ sites }: Pick<Found, "sites">) {
  const sent = staffForm("addSignupBan");
  const { values, fields } = sent;
  return (
    <AddForm call="addSignupBan" page="/staff/bans" submit={words.submit} title={words.add}>
      <Select defaultValue={values.kind ?? "network"} error={fields.kind} label={words.kind} name="kind" options={KINDS} />
      <Input
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={values.value}
        error={fields.value}
        hint={words.valueHint}
        label={words.value}
        maxLength={300}
        name="value"
        required
        spellCheck={false}
      />
      <SiteSelect all={words.all} label={words.site} sent={sent} sites={sites} />
      <Input
        autoComplete="off"
        defaultValue={values.reason}
        error={fields.reason}
        hint={words.reasonHint}
        label={words.reason}
        maxLength={300}
        name="reason"
        required
      />
      <Input
        autoComplete="off"
        defaultValue={values.days ?? "30"}
        error={fields.days}
        hint={words.daysHint}
        inputMode="numeric"
        label={words.days}
        name="days"
        required
      />
    </AddForm>
  );
}
