import { invalid } from "#worker/platform/errors.ts";
import { momentOf, zoneNamed } from "#worker/platform/zones.ts";

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** A moment with its zone, or the wall-clock time of `zone`, in ms; null for an empty field. @throws invalid */
export function momentIn(text: string | undefined, zone: string | undefined, field: string): number | null {
  const written = text?.trim() ?? "";
  if (written === "") return null;
  const isLocal = LOCAL.test(written);
  const time = isLocal ? Date.parse(`${written}Z`) : ABSOLUTE.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(time)) throw invalid({ field, code: "invalid_format" });
  return isLocal ? momentOf(zoneNamed(zone ?? "UTC") ?? "UTC", time) : time;
}
