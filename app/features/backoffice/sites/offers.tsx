import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { Table } from "#app/features/backoffice/staff/page.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Day, Time } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { money } from "#worker/platform/money.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import css from "./sites.module.css";
import { SITE_WORDS } from "./words.ts";

type Found = Awaited<ReturnType<StaffBackend["siteOffers"]>> & { id: string };

const words = SITE_WORDS.codes;
const VALIDITIES = Object.entries(words.validities).map(([value, label]) => ({ value, label }));

export function CodeList({ found: { id, codes } }: { found: Found }) {
  if (codes.length === 0) return <p className="muted">{words.none}</p>;
  return (
    <Table head={words.head}>
      {codes.map((one) => (
        <tr key={one.code}>
          <th scope="row">{one.code}</th>
          <td>{one.percent}</td>
          <td>{one.active ? words.states.active : words.states.ended}</td>
          <td>{one.until && <Time at={one.until} />}</td>
          <td>{termsOf(one)}</td>
          <td>{one.reserved}</td>
          <td>{one.used}</td>
          <td>
            {one.active && (
              <StaffForm call="endSiteCode">
                <input name="site" type="hidden" value={id} />
                <input name="discount" type="hidden" value={one.code} />
                <Button variant="secondary">{words.end(one.code)}</Button>
              </StaffForm>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function termsOf({ country, currency, minimum, methods, account, validity }: Found["codes"][number]): string {
  const sum = minimum !== null && currency ? words.from(money(minimum, currency, "en")) : currency;
  const how = words.validities[validity as keyof typeof words.validities];
  return [how, country, sum, methods?.join(", "), account && words.member].filter(Boolean).join("; ");
}

export function CodeForm({ found: { id, currencies, methods, alone } }: { found: Found }) {
  const { values, fields, code: refused } = staffForm("addSiteCode");
  const { zone } = staffEdge().reader;
  const input = (name: string, label: string, hint: string, required = false) => (
    <Input
      autoComplete="off"
      defaultValue={values[name]}
      error={fields[name]}
      hint={hint}
      label={label}
      name={name}
      required={required}
      spellCheck={false}
    />
  );
  return (
    <Disclosure open={refused !== null} summary={words.add}>
      <StaffForm call="addSiteCode" className={css.inside}>
        <input name="site" type="hidden" value={id} />
        {input("discount", words.code, words.codeHint, true)}
        {input("percent", words.percent, words.percentHint(alone), true)}
        <input name="zone" type="hidden" value={zone} />
        <Input
          defaultValue={values.until}
          error={fields.until}
          hint={words.untilHint(zone)}
          label={words.until}
          name="until"
          type="datetime-local"
        />
        <Select
          defaultValue={values.validity ?? "once-per-user"}
          error={fields.validity}
          label={words.validity}
          name="validity"
          options={VALIDITIES}
        />
        {input("country", words.country, words.countryHint)}
        <Select
          defaultValue={values.currency}
          error={fields.currency}
          label={words.currency}
          name="currency"
          options={currencies.map((value) => ({ value, label: value }))}
          placeholder={SITE_WORDS.none}
        />
        {input("minimum", words.minimum, words.minimumHint)}
        {input("methods", words.methods, words.methodsHint(methods))}
        {input("account", words.account, words.accountHint)}
        <div>
          <Button>{words.submit}</Button>
        </div>
      </StaffForm>
    </Disclosure>
  );
}

export function InvitationList({ found: { id, invitations } }: { found: Found }) {
  if (invitations.length === 0) return <p className="muted">{words.noInvitations}</p>;
  return (
    <Table head={words.invitationHead}>
      {invitations.map((one) => (
        <tr key={one.id}>
          <td>
            <Time at={one.made_at} />
          </td>
          <td>{one.by_member ? words.byMember : words.staff}</td>
          <td>{one.uses_left}</td>
          <td>
            <Day at={one.expires_at} />
          </td>
          <td>
            <StaffForm call="endInvitation">
              <input name="site" type="hidden" value={id} />
              <input name="invitation" type="hidden" value={one.id} />
              <Button variant="secondary">{words.endInvitation}</Button>
            </StaffForm>
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function InvitationForm({ id }: { id: string }) {
  const { values, fields, code: refused } = staffForm("addInvitation");
  const number = (name: string, label: string, value: string) => (
    <Input
      autoComplete="off"
      defaultValue={values[name] ?? value}
      error={fields[name]}
      inputMode="numeric"
      label={label}
      name={name}
      required
    />
  );
  return (
    <Disclosure open={refused !== null} summary={words.invite}>
      <StaffForm call="addInvitation" className={css.inside}>
        <input name="site" type="hidden" value={id} />
        {number("uses", words.uses, "1")}
        {number("days", words.days, "30")}
        <div>
          <Button>{words.inviteSubmit}</Button>
        </div>
      </StaffForm>
    </Disclosure>
  );
}
