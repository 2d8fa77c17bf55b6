import type { z } from "zod";
import { passwordProblem } from "#worker/people/identity/new-password.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { Answer } from "#worker/platform/answer.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { Seal } from "#worker/platform/sealed.ts";
import { sixDigits } from "#worker/platform/typed.ts";
import { auditRow } from "./audit.ts";
import { RECOVERY_LENGTH, recoveryHash } from "./codes.ts";
import type { StaffContext } from "./context.ts";
import { newSession, shownStaff } from "./sessions.ts";
import type { contract } from "./staff.contract.ts";
import type { StaffRow, StaffStore } from "./staff.store.ts";
import { acceptedStep, otpauthUri, totpSecret } from "./totp.ts";

/** In ms. */
export const SETUP_LINK = 3 * DAY;
export const ISSUER = "Liaison staff";
const RECOVERY_CODES = 10;
const SHORTEST = 12;

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: StaffStore;
  passwords: Pick<Passwords, "hash" | "verify">;
  limits: Limits;
  seal: Seal;
  keyedHash(text: string): Promise<string>;
}

export function createStaffSetup({ store, passwords, limits, seal, keyedHash }: Deps) {
  async function ownerOf(token: string, { now, viewer }: StaffContext): Promise<{ row: StaffRow; hash: string }> {
    const hash = await sha256(token);
    const row = await store.findBySetup(hash, now);
    if (row) return { row, hash };
    const used = viewer !== null && (await store.hasUsedSetup(viewer.id, hash));
    throw new AppError("link_expired", { params: used ? { state: "used" } : {} });
  }

  /** Derived from the link: a refused form shows the same secret again, and nothing is stored before the confirmation. */
  async function proposalOf(token: string): Promise<{ secret: string; recovery: string[] }> {
    const of = (what: string) => keyedHash(`staff set-up\n${token}\n${what}`);
    const numbers = Array.from({ length: RECOVERY_CODES }, (_, n) => of(`recovery ${n}`).then(recoveryCode));
    return { secret: totpSecret(await of("secret")), recovery: await Promise.all(numbers) };
  }

  return {
    /** @throws link_expired; params.state is `used` in the session of the account that used the link */
    async staffSetup(ctx: StaffContext, { token }: Input<"staffSetup">): Promise<Output<"staffSetup">> {
      const { row } = await ownerOf(token, ctx);
      const proposal = await proposalOf(token);
      return { name: row.name, email: row.email, ...proposal, uri: otpauthUri(proposal.secret, ISSUER, row.email) };
    },

    /** @throws link_expired invalid login_blocked */
    async staffSetUp(ctx: StaffContext, input: Input<"staffSetUp">): Promise<Answer<Output<"staffSetUp">>> {
      const { now, network } = ctx;
      const code = sixDigits(input.code);
      refuseOver(await limits.hit(...limitOf("staffSetup", { network }), now), "login_blocked");
      const { row, hash } = await ownerOf(input.token, ctx);
      const problem = passwordProblem(input.password, row.name, row.email);
      if (problem) throw invalid(problem);
      if ([...input.password].length < SHORTEST)
        throw invalid({ field: "password", code: "too_short", params: { min: SHORTEST } });
      const { secret, recovery } = await proposalOf(input.token);
      const step = await acceptedStep(secret, code, now, 0);
      if (step === null) throw invalid({ field: "code", code: "wrong_code" });
      const session = await newSession(ctx, row.id);
      const made = {
        setupHash: hash,
        passwordHash: await passwords.hash(input.password),
        totpSecret: await seal.close(secret, row.id),
        totpStep: step,
        recovery: await Promise.all(recovery.map((code) => recoveryHash(keyedHash, row.id, code))),
      };
      const audit = auditRow(ctx, { action: "set up", by: row.id, object: "staff_member", id: row.id });
      if (!(await store.setUp(made, session.row, audit))) throw new AppError("link_expired");
      return new Answer(shownStaff(row), { session: session.started });
    },
  };
}

function recoveryCode(hash: string): string {
  return hash
    .toLowerCase()
    .replaceAll(/[-_]/g, "")
    .slice(0, RECOVERY_LENGTH)
    .replace(/(.{4})(.{4})/, "$1-$2-");
}
