import { edge } from "#worker/server/edge/edge.ts";
import { withdrawalWords } from "#worker/sites/domains/withdrawal.vocabulary.ts";

/** Labels of the function, in the words of the law of the buyer's country. */
export async function withdrawalLabels(): Promise<{ here: string; confirm: string }> {
  const { t } = edge();
  const words = withdrawalWords((await edge().terms()).country);
  return { here: t(`withdrawals.wording.${words}.here`), confirm: t(`withdrawals.wording.${words}.confirm`) };
}
