import { invalid } from "#worker/platform/errors.ts";

/** Empty where it was not asked: an older upstream does not know the field. @throws invalid */
export function knowsFictional({ fictional, fictional_known: known }: Record<string, string | undefined>) {
  if (fictional && !known) throw invalid({ field: "fictional_known", code: "consent_required" });
  return known ? { fictional_known: true } : {};
}
