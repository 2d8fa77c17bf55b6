import { Card } from "#app/ui/card.tsx";
import { MEMBER_DAYS } from "#worker/messaging/chat/starts.vocabulary.ts";
import { UPHELD_DAYS } from "#worker/people/reports/decisions.vocabulary.ts";
import { formatDay, formatTimeInZone } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { ageMethodsOf, ageRuleOf } from "#worker/sites/domains/age.vocabulary.ts";

export type StartsShown = CallOutput<"firstContacts">;
type Fact = StartsShown["growth"][number];

/** Null from an upstream without the call. */
export function readStarts(): Promise<StartsShown | null> {
  return edge()
    .backend.firstContacts({})
    .catch(() => null);
}

/** The number of new conversations a day, and what raises and lowers it: decision 149. */
export function StartLimits({ starts }: { starts: StartsShown }) {
  const { t, reader, language } = edge();
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const { most, begun, next_at, growth, upheld, slowed_to } = starts;
  return (
    <Card id="starts" title={t("notifications.privacy.starts.title")}>
      <p>
        <strong>{t("notifications.privacy.starts.today", { begun: number(begun), most: number(most) })}</strong>
      </p>
      {next_at && <p>{t("notifications.privacy.starts.next", { date: formatTimeInZone(Date.parse(next_at), reader) })}</p>}
      <p className="muted">{t("notifications.privacy.starts.about")}</p>
      <h3>{t("notifications.privacy.starts.raises")}</h3>
      <ul>
        {growth.filter(isOffered).map(({ fact, more, counts }) => (
          <li key={fact}>
            {`${t(`notifications.privacy.starts.${fact}`, { days: MEMBER_DAYS })}: +${number(more)} (${t(
              counts ? "notifications.privacy.starts.counts" : "notifications.privacy.starts.notYet",
            )})`}
          </li>
        ))}
      </ul>
      <h3>{t("notifications.privacy.starts.lowers")}</h3>
      <ul>
        <li>{t("notifications.privacy.starts.report", { days: UPHELD_DAYS })}</li>
        {upheld.map(({ at, until }) => (
          <li key={at}>
            {t("notifications.privacy.starts.upheld", { date: formatDay(at, reader), until: formatDay(until, reader) })}
          </li>
        ))}
        {slowed_to !== null && <li>{t("notifications.privacy.starts.slowed", { number: number(slowed_to) })}</li>}
      </ul>
    </Card>
  );
}

/** What this site offers, or what counts from another one. */
function isOffered({ fact, counts }: Fact): boolean {
  const { domain, settings, country } = edge();
  if (counts || fact === "photo" || fact === "member") return true;
  if (fact === "verified") return domain.features.verification;
  if (fact === "paid") return domain.features.payments;
  const place = { country, region: null };
  return ageMethodsOf(settings, ageRuleOf(settings, place), place).length > 0;
}
