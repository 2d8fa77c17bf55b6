import { stepAt, totpCode } from "#worker/backoffice/staff/totp.ts";
import { createSeal } from "#worker/platform/sealed.ts";

export interface StaffCode {
  email: string;
  role: string;
  code: string | null;
}

/** Codes of an authenticator app; the next code where the present one is used up. */
export async function staffCodes(env: Env, now: number): Promise<StaffCode[]> {
  const seal = createSeal(env.PASSWORD_PEPPER, "staff totp");
  const { results } = await env.DB.prepare(
    "SELECT id, email, role, totp_secret AS secret, totp_step AS used FROM staff_members WHERE disabled_at IS NULL ORDER BY email",
  ).all<{ id: string; email: string; role: string; secret: string | null; used: number }>();
  return Promise.all(
    results.map(async ({ id, email, role, secret, used }) => {
      const opened = secret && (await seal.open(secret, id));
      return { email, role, code: opened ? await totpCode(opened, Math.max(stepAt(now), used + 1)) : null };
    }),
  );
}
