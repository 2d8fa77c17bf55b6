import { Alert } from "#app/ui/alert.tsx";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";

export function PreviewStrip() {
  const { t, reader, settings, domain } = edge();
  if (domain.previewUntil === null) return null;
  return (
    <Alert tone="warning">
      {t("notices.preview.banner", { name: settings.name, end: formatTime(domain.previewUntil, reader) })}
    </Alert>
  );
}
