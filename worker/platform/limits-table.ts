import type { Rule } from "./limits.ts";
import { AGE_LIMITS } from "./limits-age.ts";
import { RING_LIMITS } from "./limits-calls.ts";
import { MEMBER_LIMITS } from "./limits-members.ts";
import { MONEY_LIMITS } from "./limits-money.ts";
import { NOTICE_LIMITS } from "./limits-notices.ts";
import type { LimitRow } from "./limits-rows.ts";
import { SESSION_LIMITS } from "./limits-sessions.ts";
import { SIGNUP_LIMITS } from "./limits-signup.ts";
import { STAFF_LIMITS } from "./limits-staff.ts";
import { UPLOAD_LIMITS } from "./limits-uploads.ts";

export const LIMITS = {
  ...AGE_LIMITS,
  ...RING_LIMITS,
  ...MEMBER_LIMITS,
  ...MONEY_LIMITS,
  ...NOTICE_LIMITS,
  ...SIGNUP_LIMITS,
  ...SESSION_LIMITS,
  ...STAFF_LIMITS,
  ...UPLOAD_LIMITS,
};

export type LimitName = keyof typeof LIMITS;

type Open<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}` ? Name | Open<Rest> : never;
type Parts<Key extends string> = Record<Open<Key>, string>;

export function limitOf<N extends LimitName>(name: N, parts: Parts<(typeof LIMITS)[N]["key"]>): Rule {
  const { key, windows }: LimitRow = LIMITS[name];
  return [key.replace(/\{(\w+)\}/g, (_, part: string) => (parts as Record<string, string>)[part] ?? ""), [...windows]];
}
