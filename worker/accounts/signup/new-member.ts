import type { ConsentKind } from "#worker/people/identity/consents.contract.ts";
import { versionsNow } from "#worker/people/identity/consents-due.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Input } from "#worker/platform/call.ts";
import { cleanText, nameKey } from "#worker/platform/text.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { contract } from "./signup.contract.ts";
import type { Admitted } from "./signup-policy.ts";

export interface NewMember {
  id: string;
  pool: string;
  domainId: string;
  data: Admitted;
  nameKey: string;
  wantedName: string | null;
  wantedKey: string | null;
  message: string | null;
  profile: string | null;
  intent: "like" | "chat" | null;
  signupKey: string | null;
  versions: Record<ConsentKind, string>;
  shownToVisitors: boolean;
  /** The time bonus begins with the sign-up. */
  timeBonus: boolean;
  now: number;
}

export function newMember(
  ctx: Context,
  id: string,
  input: Input<typeof contract.signup>,
  data: Admitted,
  wantedName: string | null = null,
): { member: NewMember } {
  const { pool, id: domainId, settings, features, assets } = ctx.domain;
  const member = {
    id,
    pool,
    domainId,
    data,
    nameKey: nameKey(data.name),
    wantedName,
    wantedKey: wantedName === null ? null : nameKey(wantedName),
    message: cleanText(input.signup_message ?? "") || null,
    profile: input.signup_profile || null,
    intent: input.signup_profile ? (input.signup_intent ?? null) : null,
    signupKey: input.signup_key ?? null,
    versions: versionsNow({ settings, country: data.country, texts: assets.legal }),
    shownToVisitors: isShownToVisitors(settings),
    timeBonus: features.payments && settings.time_bonus,
    now: ctx.now,
  };
  return { member };
}

/** Sensitive niches hide new profiles from visitors by default. */
function isShownToVisitors({ niche }: Pick<Settings, "niche">): boolean {
  return niche === 1;
}
