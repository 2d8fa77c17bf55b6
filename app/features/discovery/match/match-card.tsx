import { cardProps } from "#app/features/discovery/members/cards.tsx";
import { MemberCard } from "#app/features/discovery/members/member-card.tsx";
import type { RegionName } from "#app/features/discovery/members/places.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Matched } from "#worker/discovery/match/match.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./match-card.module.css";

export function MatchCard({ match, regionName, eager }: { match: Matched; regionName: RegionName; eager: boolean }) {
  const { t, language } = edge();
  const percent = new Intl.NumberFormat(language, { style: "percent" }).format(match.percent / 100);
  const common = match.agreed.length + match.differing.length;
  return (
    <li>
      <div className={css.match}>
        <MemberCard {...cardProps(match, regionName, `/members/${match.id}`)} eager={eager} />
        <div className={css.share}>
          <strong>{t("match.percent", { percent })}</strong>
          <meter aria-label={t("match.percent", { percent })} className={css.meter} max={common} value={match.agreed.length} />
        </div>
        <details className={css.why}>
          <summary className={css.summary}>
            {t("match.why")}
            <Icon name="chevron-down" size="s" />
          </summary>
          <Questions ids={match.agreed} title={t("match.agreed")} />
          <Questions ids={match.differing} title={t("match.differing")} />
        </details>
      </div>
    </li>
  );
}

function Questions({ ids, title }: { ids: Matched["agreed"]; title: string }) {
  const { t } = edge();
  if (ids.length === 0) return null;
  return (
    <p className={css.reasons}>
      <strong>{title}</strong> {new Intl.ListFormat(t.language).format(ids.map((id) => t(`match.questions.${id}.label`)))}
    </p>
  );
}
