import { PARTNER_WORDS as words } from "#app/features/backoffice/sources/partner-words.ts";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Day } from "#app/features/backoffice/staff/time.tsx";
import { ShownSecret } from "#app/features/backoffice/webhooks/shown-secret.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, takeHanded } = staffEdge();
  return { ...(await backend.partnerLinks({})), handed: takeHanded() };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { links, sites, handed } }: { loaderData: Found }) {
  const made = links.find(({ id }) => id === handed?.id);
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      {handed && made && (
        <ShownSecret
          hint={words.linkHint}
          label={words.link}
          title={words.shownTitle}
          value={`${made.origin}/partner/${handed.token}`}
        />
      )}
      <p className="muted">{words.intro}</p>
      {links.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table head={words.head}>
          {links.map(({ id, site, network, ref, from, by, until, stands }) => {
            const source = [network, ref || words.allRefs].filter(Boolean).join(" · ");
            return (
              <tr key={id}>
                <th scope="row">{source}</th>
                <td>{sites.find((one) => one.id === site)?.name ?? site}</td>
                <td>
                  <Day at={from} />
                </td>
                <td>{by}</td>
                <td>
                  <Day at={until} /> {!stands && <span className="muted">{words.over}</span>}
                </td>
                <td>
                  {stands && (
                    <StaffForm call="endPartnerLink">
                      <input name="id" type="hidden" value={id} />
                      <Button variant="secondary">{words.end(source)}</Button>
                    </StaffForm>
                  )}
                </td>
              </tr>
            );
          })}
        </Table>
      )}
      <AddLink sites={sites} />
    </StaffPage>
  );
}

function AddLink({ sites }: Pick<Found, "sites">) {
  const { values, fields } = staffForm("addPartnerLink");
  const asked = staffEdge().url.searchParams;
  const plain = { autoCapitalize: "none", autoComplete: "off", maxLength: 100, spellCheck: false } as const;
  return (
    <section className={css.form}>
      <h2>{words.add}</h2>
      <StaffForm call="addPartnerLink" className="stack" then="/staff/partners">
        <Select
          defaultValue={values.site ?? asked.get("site") ?? sites[0]?.id}
          error={fields.site}
          label={words.site}
          name="site"
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Input
          {...plain}
          defaultValue={values.network ?? asked.get("network") ?? ""}
          error={fields.network}
          hint={words.networkHint}
          label={words.network}
          name="network"
        />
        <Input {...plain} defaultValue={values.ref ?? ""} error={fields.ref} hint={words.refHint} label={words.ref} name="ref" />
        <Input
          defaultValue={values.from ?? ""}
          error={fields.from}
          hint={words.fromHint}
          label={words.from}
          name="from"
          type="date"
        />
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
        <div>
          <Button>{words.submit}</Button>
        </div>
      </StaffForm>
    </section>
  );
}
