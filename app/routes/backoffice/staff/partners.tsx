import { PARTNER_WORDS as words } from "#app/features/backoffice/sources/partner-words.ts";
import { AddForm } from "#app/features/backoffice/staff/add-form.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { DaysInput, KeptPage, Until } from "#app/features/backoffice/staff/kept-page.tsx";
import { siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { Day } from "#app/features/backoffice/staff/time.tsx";
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
  const sourceOf = ({ network, ref }: Found["links"][number]) => [network, ref || words.allRefs].filter(Boolean).join(" · ");
  return (
    <KeptPage
      cells={(one) => [
        sourceOf(one),
        siteName(sites, one.site, ""),
        <Day at={one.from} key="from" />,
        one.by,
        <Until at={one.until} key="until" over={words.over} stands={one.stands} />,
      ]}
      end={{ call: "endPartnerLink", label: (one) => words.end(sourceOf(one)) }}
      rows={links}
      shown={
        handed &&
        made && {
          ...{ hint: words.linkHint, label: words.link, title: words.shownTitle },
          value: `${made.origin}/partner/${handed.token}`,
        }
      }
      words={words}
    >
      <AddLink sites={sites} />
    </KeptPage>
  );
}

function AddLink({ sites }: Pick<Found, "sites">) {
  const sent = staffForm("addPartnerLink");
  const { values, fields } = sent;
  const asked = staffEdge().url.searchParams;
  const plain = { autoCapitalize: "none", autoComplete: "off", maxLength: 100, spellCheck: false } as const;
  return (
    <AddForm call="addPartnerLink" page="/staff/partners" submit={words.submit} title={words.add}>
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
      <DaysInput sent={sent} usual="90" words={words} />
    </AddForm>
  );
}
