import { redirect } from "react-router";
import { REFUSED } from "#app/request/author.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { formState } from "#app/request/forms.ts";
import { currentPath } from "#app/request/path.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** The answer to a form of another member's page (worker/server/steps/page-failed.ts). Nobody can open it. */
export async function loader() {
  const { profile } = await requireUser();
  if (edge().method !== "POST") throw redirect("/members");
  return profile.name;
}

export function ServerComponent({ loaderData: name }: { loaderData: string }) {
  const { t } = edge();
  const texts = Object.entries(formState(REFUSED).values);
  return (
    <CardPage noIndex title={t("sessions.changed.title", { name })}>
      <PageHeader intro={t("sessions.changed.text")} title={t("sessions.changed.title", { name })} />
      <div className="stack">
        {texts.map(([field, text]) => (
          <Textarea
            autoComplete="off"
            defaultValue={text}
            key={field}
            label={t("sessions.changed.typed")}
            name={field}
            readOnly
            rows={6}
          />
        ))}
        <ButtonLink href={currentPath()} size="l" wide>
          {t("sessions.changed.go", { name })}
        </ButtonLink>
      </div>
    </CardPage>
  );
}
