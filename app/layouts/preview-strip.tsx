import { Alert } from "#app/ui/alert.tsx";
import { edge } from "#worker/edge/edge.ts";
import { formatTime } from "#worker/lib/dates.ts";

export function PreviewStrip() {
  const { t, reader, settings, domain } = edge();
  if (domain.previewUntil === null) return null;
  return (
    <Alert tone="warning">
      {t("notices.preview.banner", { name: settings.name, end: formatTime(domain.previewUntil, reader) })}
    </Alert>
  );
}
