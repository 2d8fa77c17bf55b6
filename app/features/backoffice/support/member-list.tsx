import { Table } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Day, Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { contract } from "#worker/backoffice/directory/directory.contract.ts";
import { MEMBER_STATUSES } from "#worker/backoffice/directory/directory.vocabulary.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { LIST_WORDS as words } from "./list-words.ts";
import list from "./member-list.module.css";

type List = Awaited<ReturnType<StaffBackend["memberList"]>>;
type Files = Awaited<ReturnType<StaffBackend["memberFiles"]>>["files"];
type Filters = Readonly<Record<string, string>>;

const EITHER = [
  { value: "yes", label: words.yes },
  { value: "no", label: words.no },
];
const SYSTEMS = Object.entries(words.systems).map(([value, label]) => ({ value, label }));
const STATUSES = MEMBER_STATUSES.map((value) => ({ value, label: WORDS.member.states[value] }));
const TYPED = ["mail_domain", "country", "source", "spent", "currency"] as const;

/** A form of GET: the address of the page is the list. */
export function ListFilters({ filters, sites }: { filters: Filters; sites: List["sites"] }) {
  const choice = (name: keyof typeof words.fields, options: { value: string; label: string }[], hint?: string) => (
    <Select
      defaultValue={filters[name]}
      hint={hint}
      label={words.fields[name]}
      name={name}
      options={options}
      placeholder={words.any}
    />
  );
  return (
    <form action="/staff/members/list" className={list.filters} method="get">
      {choice(
        "site",
        sites.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {choice("status", STATUSES)}
      {TYPED.map((name) => (
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={filters[name]}
          hint={(words.hints as Partial<Record<string, string>>)[name]}
          key={name}
          label={words.fields[name]}
          name={name}
          spellCheck={false}
        />
      ))}
      <Input defaultValue={filters.from} label={words.fields.from} name="from" type="date" />
      <Input defaultValue={filters.to} label={words.fields.to} name="to" type="date" />
      {choice("paid", EITHER)}
      {choice("fictional", EITHER)}
      {choice("system", SYSTEMS, words.hints.system)}
      <div className={list.show}>
        <Button>{words.show}</Button>
      </div>
    </form>
  );
}

export function ListTable({ members }: Pick<List, "members">) {
  if (members.length === 0) return <p className="muted">{words.none}</p>;
  return (
    <Table head={words.head}>
      {members.map(({ id, name, site, status, created_at, country, mail_domain, source, paid, fictional }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/staff/members/${id}`}>{name}</a> {fictional && <span className="muted">{words.fictional}</span>}
          </th>
          <td>{site}</td>
          <td>{WORDS.member.states[status]}</td>
          <td>
            <Day at={created_at} />
          </td>
          <td>{country}</td>
          <td>{mail_domain}</td>
          <td>{source}</td>
          <td>{paid ? words.yes : words.no}</td>
        </tr>
      ))}
    </Table>
  );
}

export function MemberFiles({ files, filters }: { files: Files; filters: Filters }) {
  return (
    <section className={css.form}>
      <h2>{words.files}</h2>
      <p className="muted">{words.filesHint}</p>
      <StaffForm call="askMemberFile">
        {Object.entries(filters).map(([name, value]) => (
          <input key={name} name={name} type="hidden" value={value} />
        ))}
        <Button variant="secondary">{words.ask}</Button>
      </StaffForm>
      {files.length > 0 && (
        <Table head={words.fileHead}>
          {files.map((file) => (
            <tr key={file.id}>
              <td>
                <Time at={file.created_at} />
              </td>
              <td>{file.by}</td>
              <td>{filtersOf(file.filters)}</td>
              <td>{file.decided_by ? words.decidedBy(words.states[file.status], file.decided_by) : words.states[file.status]}</td>
              <td>
                <FileHands file={file} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function FileHands({ file: { id, status, may, alone, own, open_until } }: { file: Files[number] }) {
  if (status !== "proposed" && own && open_until)
    return (
      <a download href={`${contract.memberFileRows.path}?${new URLSearchParams({ file: id })}`}>
        {words.download}
      </a>
    );
  if (status !== "proposed") return null;
  return (
    <StaffForm call="decideMemberFile" className={list.hands}>
      <input name="file" type="hidden" value={id} />
      {(may || alone) && (
        <Button name="decision" value="approve">
          {may ? words.approve : words.approveAlone}
        </Button>
      )}
      <Button name="decision" value="refuse" variant="secondary">
        {own ? words.withdraw : words.refuse}
      </Button>
    </StaffForm>
  );
}

function filtersOf(filters: Filters): string {
  const parts = Object.entries(filters).map(([name, value]) => `${words.fields[name as keyof typeof words.fields]}: ${value}`);
  return parts.join(", ") || words.all;
}
