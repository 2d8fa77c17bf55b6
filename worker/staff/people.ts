import type { z } from "zod";
import type { StaffRole } from "#db/schema/attributes.ts";
import { parseEmail } from "#worker/identity/email.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import { AppError, invalid } from "#worker/lib/errors.ts";
import { newId, newSecret } from "#worker/lib/ids.ts";
import { type Limits, refuseOver } from "#worker/lib/limits.ts";
import { limitOf } from "#worker/lib/limits-table.ts";
import { cleanLine, lengthProblem } from "#worker/lib/text.ts";
import { auditRow } from "./audit.ts";
import type { StaffContext, StaffMemberContext } from "./context.ts";
import type { contract } from "./people.contract.ts";
import type { ListedPerson, PeopleStore } from "./people.store.ts";
import { SETUP_LINK } from "./setup.ts";

/** Characters. */
const NAME = { min: 1, max: 200 };

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;
/** A staff member; without a viewer, the command on the operator's machine. */
export type Actor = Pick<StaffContext, "now" | "requestId" | "viewer">;

/** Changes staff accounts, for the page and the command. */
export function createPeople(store: PeopleStore) {
  const found = async (id: string) => {
    if (!(await store.has(id))) throw new AppError("not_found");
  };

  return {
    /** The link's token is returned only here. @throws invalid */
    async add(actor: Actor, input: Input<"addStaff">): Promise<{ id: string; token: string }> {
      const [email, name, id] = [parseEmail(input.email), cleanLine(input.name), newId()];
      if (!email) throw invalid({ field: "email", code: "invalid_email" });
      const problem = lengthProblem("name", name, NAME);
      if (problem) throw invalid(problem);
      const { token, link } = await newLink(actor.now);
      const person = { id, name, email, role: input.role, createdAt: actor.now };
      const added = await store.add(person, link, auditRow(actor, { ...about("add", id), reason: input.role }));
      if (!added) throw invalid({ field: "email", code: "email_taken" });
      return { id, token };
    },

    /** Idempotent. @throws forbidden not_found conflict (the last operator) */
    async changeRole(actor: Actor, id: string, role: StaffRole): Promise<void> {
      if (actor.viewer?.id === id) throw new AppError("forbidden");
      await found(id);
      const audit = auditRow(actor, { ...about("change role", id), reason: role });
      if (!(await store.changeRole(id, role, actor.now, audit))) throw new AppError("conflict");
    },

    /** Idempotent. @throws not_found conflict (the last operator) */
    async disable(actor: Actor, id: string): Promise<void> {
      await found(id);
      if (!(await store.disable(id, actor.now, auditRow(actor, about("disable", id))))) throw new AppError("conflict");
    },

    /** Also admits a disabled person again. @throws forbidden not_found */
    async reset(actor: Actor, id: string): Promise<{ id: string; token: string }> {
      // The session ends with the reset, so nobody would see the link.
      if (actor.viewer?.id === id) throw new AppError("forbidden");
      await found(id);
      const { token, link } = await newLink(actor.now);
      await store.reset(id, link, actor.now, auditRow(actor, about("reset", id)));
      return { id, token };
    },
  };
}

interface Deps {
  store: PeopleStore;
  limits: Limits;
}

export function createPeopleCalls({ store, limits }: Deps) {
  const people = createPeople(store);
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffChanges", { staff: viewer.id }), now));
  const linked = ({ origin }: StaffMemberContext, { id, token }: { id: string; token: string }) => ({
    id,
    link: setupLink(origin, token),
  });

  return {
    async staffPeople(): Promise<Output<"staffPeople">> {
      return { people: (await store.list()).map(shown) };
    },

    async addStaff(ctx: StaffMemberContext, input: Input<"addStaff">): Promise<Output<"addStaff">> {
      await counted(ctx);
      return linked(ctx, await people.add(ctx, input));
    },

    async changeStaffRole(ctx: StaffMemberContext, { id, role }: Input<"changeStaffRole">): Promise<Output<"changeStaffRole">> {
      await counted(ctx);
      await people.changeRole(ctx, id, role);
      return {};
    },

    async disableStaff(ctx: StaffMemberContext, { id }: Input<"disableStaff">): Promise<Output<"disableStaff">> {
      await counted(ctx);
      await people.disable(ctx, id);
      return {};
    },

    async resetStaff(ctx: StaffMemberContext, { id }: Input<"resetStaff">): Promise<Output<"resetStaff">> {
      await counted(ctx);
      return linked(ctx, await people.reset(ctx, id));
    },
  };
}

export function stateOf({ disabledAt, setUp }: Pick<ListedPerson, "disabledAt" | "setUp">) {
  if (disabledAt !== null) return "disabled";
  return setUp ? "active" : "not_set_up";
}

export function setupLink(origin: string, token: string): string {
  return `${origin}/staff/setup?token=${token}`;
}

function about(action: string, id: string) {
  return { action, object: "staff_member" as const, id };
}

/** Only the hash is stored. */
async function newLink(now: number) {
  const token = newSecret();
  return { token, link: { hash: await sha256(token), expiresAt: now + SETUP_LINK } };
}

function shown({
  id,
  name,
  email,
  role,
  createdAt,
  lastLoginAt,
  ...rest
}: ListedPerson): Output<"staffPeople">["people"][number] {
  return {
    ...{ id, name, email, role },
    state: stateOf(rest),
    created_at: new Date(createdAt).toISOString(),
    last_login_at: lastLoginAt === null ? null : new Date(lastLoginAt).toISOString(),
  };
}
