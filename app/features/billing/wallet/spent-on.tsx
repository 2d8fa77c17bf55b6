import { Row, RowLink, Rows, RowText } from "#app/ui/rows.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** What the last 30 days cost, by the other member. Names only where the member may still see them. */
export function SpentOn({ sums }: { sums: CallOutput<"transactions">["spent_on"] }) {
  const { t } = edge();
  if (sums.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>{t("wallet.transactions.byChat")}</h2>
      <Rows>
        {sums.map(({ profile, credits }) => {
          const cost = <strong>{t("wallet.price", { count: credits })}</strong>;
          if (!profile)
            return (
              <Row key="">
                <RowText note="">{t("wallet.transactions.others")}</RowText>
                {cost}
              </Row>
            );
          return (
            <RowLink href={`/members/${profile.id}/chat`} key={profile.id}>
              <RowText note="">{profile.name}</RowText>
              {cost}
            </RowLink>
          );
        })}
      </Rows>
    </section>
  );
}
