import { invalid } from "#worker/lib/errors.ts";

/** @throws invalid */
export function knowsFictional({ fictional, fictional_known }: Record<string, string>): void {
  if (fictional && !fictional_known) throw invalid({ field: "fictional_known", code: "required" });
}
