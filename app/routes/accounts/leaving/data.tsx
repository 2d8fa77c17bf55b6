import { formatFileSize } from "#app/features/accounts/leaving/file-size.ts";
import { requestData } from "#app/features/accounts/leaving/leaving.actions.ts";
import { OwnPassword } from "#app/features/accounts/recovery/own-password.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Saved } from "#app/request/saved.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { ExportState } from "#worker/accounts/leaving/export.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

export const loader = async () => {
  await requireUser();
  return orThrow(edge().backend.dataExport({}));
};

/** `/settings/data`: request, status and download of the member's data export. */
export function ServerComponent({ loaderData }: { loaderData: ExportState }) {
  const { t, reader } = edge();
  const { export: archive, next_at: nextAt } = loaderData;
  const waiting = archive?.status === "queued";
  return (
    <SettingsFrame intro={t("leaving.export.intro")} title={t("leaving.export.title")}>
      {/* Polls without JavaScript until the export is ready. */}
      {waiting && <meta content="5" httpEquiv="refresh" />}
      {archive?.status !== "ready" && <Saved param="gone" texts={{ "": "leaving.export.gone" }} tone="warning" />}
      <Card padding="l">
        {archive?.status === "ready" && <Ready archive={archive} />}
        {waiting && (
          <Alert icon="clock" title={t("leaving.export.waiting.title")}>
            {t("leaving.export.waiting.text")}
          </Alert>
        )}
        {archive?.status === "failed" && <Alert title={t("leaving.export.failed")} tone="error" />}
        {nextAt === null ? (
          <Ask />
        ) : (
          !waiting && <p className="muted">{t("leaving.export.next", { time: formatTime(nextAt, reader) })}</p>
        )}
      </Card>
    </SettingsFrame>
  );
}

function Ready({ archive }: { archive: NonNullable<ExportState["export"]> }) {
  const { t, language, reader } = edge();
  return (
    <>
      <Alert icon="check-circle" title={t("leaving.export.ready.title")} tone="success">
        {t("leaving.export.ready.text", { time: formatTime(archive.expires_at ?? archive.created_at, reader) })}
      </Alert>
      <p>
        <ButtonLink href={`/download/${archive.id}.zip`} icon="download" size="l">
          {t("leaving.export.download", { size: formatFileSize(archive.size ?? 0, language) })}
        </ButtonLink>
      </p>
    </>
  );
}

function Ask() {
  const { t } = edge();
  const state = formState("data");
  return (
    <form action={requestData} className="stack" noValidate>
      <Refusal beside={["password"]} form={state} />
      <OwnPassword error={state.fields.password} hint={t("leaving.export.why_password")} />
      <div>
        <Button icon="download" size="l">
          {t("leaving.export.button")}
        </Button>
      </div>
    </form>
  );
}
