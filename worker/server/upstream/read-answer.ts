import { z } from "zod";
import type { Call, Output } from "#worker/platform/call.ts";
import { AppError, ERROR_STATUS, type ErrorCode, FIELD_CODES } from "#worker/platform/errors.ts";
import { check } from "#worker/platform/parse.ts";

/** In bytes; ten times the largest page of the contract. */
const MAX_ANSWER = 2 * 1024 * 1024;

/** Refusals of a malformed request by this server, which a visitor cannot fix. */
const OUR_FAULT = new Set<ErrorCode>(["malformed", "cross_origin", "method_not_allowed", "unsupported_media_type", "too_large"]);

const params = z.record(z.string(), z.union([z.string(), z.number()]));
const field = z.object({ field: z.string(), code: z.enum(FIELD_CODES).catch("invalid_format"), params: params.optional() });
const errorSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    field: z.string().nullish(),
    params: params.nullish(),
    retry_after: z.number().nullish(),
    fields: z.array(field).nullish(),
  }),
});

/** A newer upstream may send codes that this build does not know. */
const worded = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export class Unusable extends Error {}

export function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(error instanceof Error && error.name === "TimeoutError" ? "upstream_timeout" : "upstream_failed");
}

export async function readJsonBytes(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(answer, "application/json");
}

export async function readBytes(answer: Response, wanted: string): Promise<Uint8Array<ArrayBuffer>> {
  const type = answer.headers.get("content-type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== wanted) {
    await answer.body?.cancel();
    throw new Unusable(`not ${wanted} but ${type.slice(0, 40) || "nothing said"}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > MAX_ANSWER) throw new Unusable("more than 2 MB");
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Replacement characters would be saved with the next edit. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch (error) {
    throw new Unusable(error instanceof TypeError ? "not UTF-8" : "broken JSON");
  }
}

/** The output in an answer's body, which is undefined where there was none. @throws Unusable */
export function outputFrom<C extends Call>(call: C, body: unknown): Output<C> {
  const parsed = check<C["output"]>(call.output, body === undefined && call.mayBeNothing ? null : body);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.slice(0, 5).map(({ path }) => path.join("."));
  throw new Unusable(`not the contract's shape at ${places.join(", ")}`);
}

/** The refusal becomes a 403: browsers ask for a password on a 401. */
export async function unauthorized(answer: Response): Promise<AppError> {
  try {
    return refusalFrom(answer.status, parseJson(await readJsonBytes(answer)));
  } catch (error) {
    if (error instanceof Unusable) return new AppError("authentication_required");
    throw error;
  }
}

/** For a browser's own call, which shows the upstream's words. @throws Unusable */
export function requireRefusal(status: number, body: unknown): void {
  if (!worded.safeParse(body).success) throw new Unusable(`status ${status} without an error of the contract`);
}

/** The texts are our own; only code and parameters come from the upstream. */
export function refusalFrom(status: number, body: unknown): AppError {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) throw new Unusable(`status ${status} without an error of the contract`);
  const { error } = parsed.data;
  // A refused file names its field.
  const ours = OUR_FAULT.has(error.code) && !error.fields?.length;
  if (ERROR_STATUS[error.code] >= 500 || ours) throw new Unusable(`status ${status}, ${error.code}`);
  return new AppError(error.code, {
    field: error.field ?? undefined,
    params: error.params ?? undefined,
    retryAfter: error.retry_after ?? undefined,
    fields: error.fields ?? undefined,
  });
}
