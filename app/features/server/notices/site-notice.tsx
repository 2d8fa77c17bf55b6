import { Dismiss } from "#app/ui/dismiss.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { Strip } from "#app/ui/strip.shared.tsx";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { bannerText, dismissalOf, noticeFor, type SiteNotice } from "#worker/sites/notices/notices.vocabulary.ts";
import { dismiss } from "./notices.actions.ts";

const ICONS = { info: "info", warning: "warning", success: "check" } as const satisfies Record<string, IconName>;

/** What the operator tells everybody above the page. */
export async function SiteNoticeStrip() {
  const { t, domain, now, language, dismissals, memberId } = edge();
  if (domain.notices.length === 0) return null;
  const isMember = (await memberId()) !== null;
  const dismissed = (name: ReturnType<typeof dismissalOf>) => dismissals[name] !== undefined;
  const notice = noticeFor(domain, { now: now(), isMember, dismissed });
  if (!notice) return null;
  const sheet = import.meta.viteRsc.loadCss("#app/ui/strip.shared.tsx");
  if (notice.kind === "maintenance")
    return (
      <>
        {sheet}
        <Strip icon="clock" title={announced(notice)} tone="warning" />
      </>
    );
  const { kind, link, dismissible } = notice;
  const said = bannerText(notice, language);
  return (
    <>
      {sheet}
      <Strip
        dismiss={
          dismissible && <Dismiss action={dismiss} fields={{ notice: dismissalOf(notice) }} label={t("notices.dismiss")} />
        }
        href={link ?? undefined}
        icon={ICONS[kind]}
        lang={said?.language}
        title={said?.text ?? ""}
        tone={kind}
      />
    </>
  );
}

function announced({ from, until }: SiteNotice): string {
  const { t, reader } = edge();
  const begins = t("notices.maintenance.planned", { time: formatTime(from, reader) });
  return until === null ? begins : `${begins} ${t("notices.maintenance.until", { time: formatTime(until, reader) })}`;
}
