import type { z } from "zod";
import { contract, type Program, type ProgramCall } from "#worker/backoffice/programs/program-reads.contract.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { parseInput } from "#worker/platform/parse.ts";
import type { StaffEdge } from "#worker/server/edge/edge.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { errorResponse, toRefusal } from "./error-answer.ts";

const CALLS: Readonly<Record<string, ProgramCall>> = contract;

export function isProgramPath({ pathname }: URL): boolean {
  return pathname.startsWith("/v1/");
}

/** Operators' programs, with a token and no cookie: a page of another site that calls has none. */
export async function answerProgram(edge: StaffEdge, request: Request, env: Env): Promise<Response> {
  try {
    const { pathname, searchParams } = edge.url;
    const name = Object.keys(CALLS).find((one) => CALLS[one]?.path === pathname) as keyof typeof contract | undefined;
    if (!name) throw new AppError("not_found");
    if (request.method !== "GET") throw new AppError("method_not_allowed");
    const call: ProgramCall = contract[name];
    const { programReads } = servicesOf(env);
    const [, token = null] = /^Bearer (\S{1,100})$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    const program = await programReads.admit(call, { token, now: edge.now(), requestId: edge.requestId });
    const input = parseInput(call.input, Object.fromEntries(searchParams));
    const read = programReads[name] as (by: Program, asked: z.output<typeof call.input>) => Promise<unknown>;
    return Response.json(await read(program, input), { headers: { "cache-control": "private, no-store" } });
  } catch (error) {
    if (!(error instanceof AppError)) log("error", "program read failed", { request: edge.requestId, error });
    return errorResponse(toRefusal(error), edge);
  }
}
