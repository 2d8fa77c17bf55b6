import type { z } from "zod";
import type { Answer } from "#worker/platform/answer.ts";
import type { StaffCall, StaffContract } from "./staff-call.vocabulary.ts";
import type { StaffViewer } from "./viewer.ts";

/** Plain data: rules get no Request, binding or clock. */
export interface StaffContext {
  requestId: string;
  now: number;
  network: string;
  userAgent: string;
  /** Scheme and host of the page; passkeys are bound to it. */
  origin: string;
  viewer: StaffViewer | null;
  /** Secret of the browser's cookie, from an earlier log-in of anybody. */
  device?: string | null;
}

export interface StaffMemberContext extends StaffContext {
  viewer: StaffViewer;
}

type ContextOf<C extends StaffCall> = C["access"] extends "anyone" ? StaffContext : StaffMemberContext;
type Handled<C extends StaffCall> = z.output<C["output"]> | Answer<z.output<C["output"]>>;

type StaffHandler<C extends StaffCall> = (ctx: ContextOf<C>, input: z.output<C["input"]>) => Handled<C> | Promise<Handled<C>>;

export type ImplementsStaff<Calls extends StaffContract> = { [N in keyof Calls]: StaffHandler<Calls[N]> };
