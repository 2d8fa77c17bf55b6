import { Confirm } from "#app/features/backoffice/staff/confirm.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Timed } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

const HERE = "/staff/people";
const words = WORDS.staffPeople;
const ROLES = Object.entries(WORDS.roles).map(([value, label]) => ({ value, label }));

async function find() {
  const { backend, viewer, takeHanded } = staffEdge();
  const { people } = await backend.staffPeople({});
  return { people, own: viewer?.id ?? "", handed: takeHanded() };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { people, own, handed } }: { loaderData: Found }) {
  const newcomer = people.find(({ id }) => id === handed?.id);
  return (
    <StaffPage refusals={words.refusals} title={WORDS.people}>
      {handed && newcomer && (
        <Alert first title={words.linkTitle(newcomer.name)} tone="success">
          <Input defaultValue={handed.link} dir="ltr" hint={words.linkHint} label={words.link} name="link" readOnly />
        </Alert>
      )}
      <div className={css.halves}>
        <ul className={css.people}>
          {people.map((person) => (
            <li key={person.id}>
              <p>
                <strong>{person.name}</strong> {person.id === own && words.you} <span className="muted">{person.email}</span>
              </p>
              <p>
                {words.is(WORDS.roles[person.role], words.states[person.state])} <LogIn at={person.last_login_at} />
              </p>
              {person.id === own ? <Own {...person} /> : <Change {...person} />}
            </li>
          ))}
        </ul>
        <Add />
      </div>
    </StaffPage>
  );
}

function LogIn({ at }: { at: string | null }) {
  return at === null ? words.never : <Timed at={at} text={words.login} />;
}

type Person = Found["people"][number];

function Own({ id, name }: Person) {
  return (
    <Disclosure open={staffForm("disableStaff", { id }).code !== null} summary={words.change(name)}>
      <Disable id={id} label={words.disableOwn} />
    </Disclosure>
  );
}

function Change({ id, name, role, state }: Person) {
  const [changed, reset] = [staffForm("changeStaffRole", { id }), staffForm("resetStaff", { id })];
  const isRefused = [changed, reset, staffForm("disableStaff", { id })].some(({ code }) => code !== null);
  return (
    <Disclosure open={isRefused} summary={words.change(name)}>
      <div className="stack">
        {state !== "disabled" && (
          <>
            <StaffForm className="stack" call="changeStaffRole" then={HERE}>
              <input name="id" type="hidden" value={id} />
              <Select
                defaultValue={changed.values.role ?? role}
                hint={words.saveHint}
                id={`role-${id}`}
                label={words.role}
                name="role"
                options={ROLES}
                placeholder={WORDS.choose}
                required
              />
              <Confirm fields={changed.fields} form={`role-${id}`} />
              <div>
                <Button variant="secondary">{words.save}</Button>
              </div>
            </StaffForm>
            <Disable id={id} label={words.disable} />
          </>
        )}
        <StaffForm className="stack" call="resetStaff" then={HERE}>
          <input name="id" type="hidden" value={id} />
          <p className="muted">{words.resetHint}</p>
          <Confirm fields={reset.fields} form={`reset-${id}`} />
          <div>
            <Button variant="secondary">{words.reset}</Button>
          </div>
        </StaffForm>
      </div>
    </Disclosure>
  );
}

function Disable({ id, label }: { id: string; label: string }) {
  const { fields } = staffForm("disableStaff", { id });
  return (
    <StaffForm className="stack" call="disableStaff" then={HERE}>
      <input name="id" type="hidden" value={id} />
      <p className="muted">{words.disableHint}</p>
      <Confirm fields={fields} form={`disable-${id}`} />
      <div>
        <Button variant="danger">{label}</Button>
      </div>
    </StaffForm>
  );
}

function Add() {
  const { values, fields } = staffForm("addStaff");
  return (
    <section className={css.form}>
      <h2>{words.add}</h2>
      <p className="muted">
        {words.addHint} {words.told}
      </p>
      <StaffForm className="stack" call="addStaff" then={HERE}>
        <Input
          autoComplete="off"
          defaultValue={values.name}
          error={fields.name}
          label={WORDS.member.name}
          maxLength={200}
          name="name"
          required
        />
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={values.email}
          error={fields.email}
          label={WORDS.login.email}
          name="email"
          required
          spellCheck={false}
          type="email"
        />
        <Select
          defaultValue={values.role ?? "moderator"}
          error={fields.role}
          label={words.role}
          name="role"
          options={ROLES}
          placeholder={WORDS.choose}
          required
        />
        <Confirm fields={fields} form="add" />
        <div>
          <Button>{words.submit}</Button>
        </div>
      </StaffForm>
    </section>
  );
}
