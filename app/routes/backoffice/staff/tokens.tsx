import { TOKEN_WORDS as words } from "#app/features/backoffice/programs/token-words.ts";
import { AddForm } from "#app/features/backoffice/staff/add-form.tsx";
import { Confirm } from "#app/features/backoffice/staff/confirm.tsx";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { DaysInput, KeptPage, Until } from "#app/features/backoffice/staff/kept-page.tsx";
import { SiteSelect, siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
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
    <KeptPage
      cells={(one) => [
        one.name,
        one.prefix,
        siteName(sites, one.site, words.all),
        one.scopes.join(", "),
        one.by,
        <Until at={one.until} key="until" over={words.over} stands={one.stands} />,
        one.last_used_at ? <Time at={one.last_used_at} key="used" /> : words.never,
      ]}
      end={{ call: "revokeApiToken", label: ({ name }) => words.end(name) }}
      rows={tokens}
      shown={
        handed &&
        isNew && {
          ...{ hint: words.tokenHint, label: words.token, title: words.shownTitle },
          value: shownToken(handed.token),
        }
      }
      words={words}
    >
      <AddToken sites={sites} />
    </KeptPage>
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
      <DaysInput sent={sent} usual="90" words={words} />
      <Confirm fields={fields} form="token" />
    </AddForm>
  );
}
