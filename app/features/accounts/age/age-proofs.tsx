import { PageHeader } from "#app/ui/page-header.tsx";
import type { AgeCheck } from "#worker/accounts/age/age-checks.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./age.module.css";
import type { AgeState } from "./age-step.tsx";
import { CheckWaits } from "./by-person.tsx";

/** All that is kept, for a member who needs to prove nothing. */
export function AgeProofs({ proofs, check }: Pick<AgeState, "proofs"> & { check: AgeCheck | null }) {
  const { t, reader } = edge();
  return (
    <>
      <PageHeader
        intro={t(proofs.length > 0 ? "age.kept" : "age.unasked")}
        title={t(proofs.length > 0 ? "age.shown" : "age.proof")}
      />
      <ul className={css.facts}>
        {proofs.map(({ method, day, until }) => (
          <li key={method}>
            {t(`age.proved.${method}`, { date: formatDay(day, reader) })}
            {until && ` ${t("age.proved.until", { date: formatDay(until, reader) })}`}
          </li>
        ))}
      </ul>
      {check?.latest?.status === "waiting" && <CheckWaits latest={check.latest} next="/proof-of-age" />}
    </>
  );
}
