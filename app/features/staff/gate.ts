import { data, redirect } from "react-router";
import { staffEdge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";

/** Awaits a call of a page. Without a session the answer is the log-in page; a refusal shows as its status. */
export async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "authentication_required") throw redirect("/staff/login");
    throw data({ message: staffEdge().t(`errors.${error.code}`) }, { status: error.status });
  }
}

export interface Refused {
  message: string | null;
  /** Its field, if one is to blame. */
  field: string | null;
}

/** What the last form was refused for: it led back here with the code in the address. `own`: texts of this page, by code. */
export function refusedForm(own: Readonly<Record<string, string>> = {}): Refused {
  const { t, url } = staffEdge();
  const code = url.searchParams.get("refused") ?? "";
  if (!/^[a-z_]{1,40}$/.test(code)) return { message: null, field: null };
  const [field, why] = [url.searchParams.get("field"), url.searchParams.get("why")];
  const said = why && /^[a-z_]{1,40}$/.test(why) ? t(`errors.field.${why}` as "errors.field.required", MEASURES) : "";
  return { message: said || own[code] || t(`errors.${code}` as "errors.invalid", MEASURES), field };
}

/** Fills the numbers of refusals, which an address does not carry. */
const MEASURES = { min: 12, max: 200, minutes: 15 };
