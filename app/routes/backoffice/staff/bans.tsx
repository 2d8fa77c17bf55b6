import { BAN_WORDS as words } from "#app/features/backoffice/bans/ban-words.ts";
import { AddForm } from "#app/features/backoffice/staff/add-form.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { DaysInput, KeptPage, Until } from "#app/features/backoffice/staff/kept-page.tsx";
import { SiteSelect, siteName } from "#app/features/backoffice/staff/site-select.tsx";
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
    <KeptPage
      cells={({ kind, value, site, reason, by, until, stands }) => [
        `${words.kinds[kind]} ${value}`,
        siteName(sites, site, words.all),
        reason,
        by,
        <Until at={until} key="until" over={words.over} stands={stands} />,
      ]}
      end={{ call: "endSignupBan", label: ({ value }) => words.end(value) }}
      rows={bans}
      shown={null}
      words={words}
    >
      <AddBan sites={sites} />
    </KeptPage>
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
      <DaysInput sent={sent} usual="30" words={words} />
    </AddForm>
  );
}
