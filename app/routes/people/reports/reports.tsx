import { ListPages } from "#app/features/accounts/settings/list-pages.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { OwnDecisions } from "#app/features/backoffice/decisions/own-decisions.tsx";
import css from "#app/features/people/reports/reports.module.css";
import { orThrow } from "#app/request/or-throw.ts";
import { prefetching } from "#app/request/prefetch.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Row, Rows, RowText } from "#app/ui/rows.tsx";
import type { Report } from "#worker/people/reports/reports.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

const PATH = "/settings/reports";

type Found = CallOutput<"reports"> & CallOutput<"decisions">;

async function load(): Promise<Found> {
  await requireUser();
  const { backend } = edge();
  const [own, about] = await Promise.all([orThrow(backend.reports(pageInput())), orThrow(backend.decisions({}))]);
  return { ...own, ...about };
}

export const loader = prefetching(
  () => [
    ["reports", pageInput()],
    ["decisions", {}],
  ],
  load,
);

function pageInput() {
  return { cursor: edge().url.searchParams.get("cursor") ?? undefined };
}

export function ServerComponent({ loaderData: { reports, cursor, ...about } }: { loaderData: Found }) {
  const { t, url } = edge();
  const received = reports.find(({ reference }) => reference === url.searchParams.get("reference"));
  return (
    <SettingsFrame intro={t("reports.own.intro")}>
      {received && (
        <Alert first title={t("reports.received.title")} tone="success">
          {t("reports.received.text", { reference: received.reference })}
        </Alert>
      )}
      {reports.length === 0 && (
        <EmptyState icon="flag" title={t("reports.own.empty")}>
          {t("reports.own.how")}
        </EmptyState>
      )}
      {reports.length > 0 && (
        <Rows>
          {reports.map((one) => (
            <Own key={one.reference} report={one} />
          ))}
        </Rows>
      )}
      <ListPages cursor={cursor} path={PATH} />
      <OwnDecisions {...about} />
    </SettingsFrame>
  );
}

const TONES = { open: "neutral", no_violation: "neutral", acted: "success", left: "neutral" } as const;

function Own({ report: { reference, kind, profile, reason, created_at, outcome } }: { report: Report }) {
  const { t, reader } = edge();
  const state = outcome ?? "open";
  const note = (
    <>
      {t(`reports.kinds.${kind}`)} · {t(`reports.reasons.${reason}`)}
      <br />
      <time dateTime={created_at}>{formatDay(created_at, reader)}</time> ·{" "}
      <span className={css.reference} translate="no">
        {reference}
      </span>
    </>
  );
  return (
    <Row>
      <RowText note={note}>
        <strong>{profile?.name ?? t("chat.deletedMember")}</strong>
      </RowText>
      <Badge tone={TONES[state]}>{t(`reports.states.${state}`)}</Badge>
    </Row>
  );
}
