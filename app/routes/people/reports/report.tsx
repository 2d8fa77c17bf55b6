import { data } from "react-router";
import { ReportFields, reportSheet } from "#app/features/people/reports/report-fields.tsx";
import { reportMember } from "#app/features/people/reports/reports.actions.ts";
import css from "#app/features/people/reports/reports.module.css";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { About } from "#worker/people/reports/reports.contract.ts";
import { REPORT_KINDS } from "#worker/people/reports/reports.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

export async function loader(): Promise<About> {
  await requireUser();
  const { backend, url, t } = edge();
  const kind = REPORT_KINDS.find((one) => one === url.searchParams.get("kind"));
  const object = url.searchParams.get("object");
  const found = kind && object ? await orThrow(backend.reports({ kind, object })) : null;
  if (!found?.about) throw data({ message: t("errors.not_found") }, { status: 404 });
  return found.about;
}

export function ServerComponent({ loaderData: about }: { loaderData: About }) {
  const { t } = edge();
  const { kind, object, profile, excerpt, reference, blocked } = about;
  const title = t(`reports.links.${kind}`);
  return (
    <div className="container reading page">
      <Title>{title}</Title>
      <NoIndex />
      {reportSheet()}
      <PageHeader intro={profile.name} title={title} />
      {excerpt && (
        <blockquote className={css.excerpt} dir="auto">
          {excerpt}
        </blockquote>
      )}
      {reference ? (
        <Alert
          action={
            <ButtonLink href="/settings/reports" size="s" variant="secondary">
              {t("reports.own.title")}
            </ButtonLink>
          }
        >
          {t("reports.already", { reference })}
        </Alert>
      ) : (
        <Card padding="l">
          <form action={reportMember} className="stack" noValidate>
            <input name="kind" type="hidden" value={kind} />
            <input name="object" type="hidden" value={object} />
            <input name="author" type="hidden" value={profile.id} />
            <ReportFields blocked={blocked} />
          </form>
        </Card>
      )}
    </div>
  );
}
