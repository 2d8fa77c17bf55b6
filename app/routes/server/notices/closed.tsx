import { redirect } from "react-router";
import { Title } from "#app/head/title.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { Scene } from "#app/ui/scene.tsx";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { maintenanceOf, noticeText } from "#worker/sites/notices/notices.vocabulary.ts";

/** What a site in maintenance answers everywhere (worker/server/steps/maintenance.ts). */
export function loader() {
  const { domain, at } = edge();
  if (!maintenanceOf(domain, at)) throw redirect("/");
  return null;
}

export function ServerComponent() {
  const { t, domain, at, language, reader } = edge();
  const notice = maintenanceOf(domain, at);
  const own = notice && noticeText(notice, language);
  const until = notice?.until ?? null;
  return (
    <div className="container narrow">
      <Title>{t("notices.maintenance.title")}</Title>
      <meta content="noindex" name="robots" />
      <ResultMessage
        onwards={{ href: "", label: t("notices.maintenance.again") }}
        scene={<Scene name="lighthouse" />}
        title={t("notices.maintenance.title")}
      >
        {own ?? t("notices.maintenance.text")}
        {until !== null && <> {t("notices.maintenance.until", { time: formatTime(until, reader) })}</>}
      </ResultMessage>
    </div>
  );
}
