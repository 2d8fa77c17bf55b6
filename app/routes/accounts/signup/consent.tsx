import { redirect } from "react-router";
import { Otherwise } from "#app/features/accounts/signup/otherwise.tsx";
import { Consents } from "#app/features/accounts/signup/signup-fields.tsx";
import { CardPage } from "#app/request/card-page.tsx";
import { formState } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { formatDay, formatVersion } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { accept } from "./consent.actions.ts";
import css from "./consent.module.css";

type Due = CallOutput<"consents">["consents"];

export async function loader(): Promise<Due> {
  await requireUser();
  const { backend, url } = edge();
  const { consents } = await orThrow(backend.consents({}));
  const due = consents.filter((consent) => consent.due);
  if (due.length === 0) throw redirect(nextPath(url.searchParams.get("next")));
  return due;
}

export function ServerComponent({ loaderData: due }: { loaderData: Due }) {
  const { t, settings, reader, url } = edge();
  const state = formState("consent");
  return (
    <CardPage title={t("signup.consent.title")}>
      <PageHeader intro={t("signup.consent.intro", { site: settings.name })} title={t("signup.consent.title")} />
      <ul className={css.changes}>
        {due.map(({ kind, version, accepted_version, accepted_at }) => (
          <li key={kind}>
            {t(`signup.consent.changed.${kind}`, {
              date: formatDay(version, reader),
              accepted: formatDay(accepted_at, reader),
              version: formatVersion(accepted_version, reader),
            })}
          </li>
        ))}
      </ul>
      {state.message && <Alert title={state.message} tone="error" />}
      <form action={accept} className="stack" noValidate>
        <input name="next" type="hidden" value={state.values.next ?? url.searchParams.get("next") ?? ""} />
        <Consents fields={state.fields} kinds={due.map(({ kind }) => kind)} values={{}} />
        <Button size="l" wide>
          {t("signup.consent.accept")}
        </Button>
      </form>
      <Otherwise text={t("signup.consent.otherwise.text")} />
    </CardPage>
  );
}
