import type { z } from "zod";
import type { StaffRole } from "#db/schema/attributes.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanLine, lengthProblem } from "#worker/platform/text.ts";
import { auditRow } from "./audit.ts";
import type { Confirmation } from "./confirmation.ts";
import type { StaffContext, StaffMemberContext } from "./context.ts";
import type { contract } from "./people.contract.ts";
import type { ListedPerson, NamedPerson, Noted, PeopleStore } from "./people.store.ts";
import { SETUP_LINK } from "./setup.ts";
import type { StaffRow } from "./staff.store.ts";
import type { StaffMails } from "./staff-mails.ts";

/** Characters. */
const NAME = { min: 1, max: 200 };

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;
/** A staff member; without a viewer, the command on the operator's machine. */
export type Actor = Pick<StaffContext, "now" | "requestId" | "viewer"> & { origin?: string };
type Newcomer = Pick<StaffRow, "id" | "name" | "email" | "role">;
type Linked = { id: string; token: string };

interface PeopleDeps {
  store: PeopleStore;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
  /** The page of the people; null where its host is unknown. */
  link(actor: Actor): string | null | undefined;
}

/** For the page and the command. */
export function createPeople({ store, mails, link: peopleLink }: PeopleDeps) {
  async function found(id: string): Promise<NamedPerson> {
    return (await store.named(id)) ?? notFound();
  }

  async function noted(actor: Actor, action: Change, person: NamedPerson, role: StaffRole | null = null): Promise<Noted> {
    const audit = auditRow(actor, { action, object: "staff_member", id: person.id, reason: role });
    const by = actor.viewer?.name ?? "The command of the operator's machine";
    const page = peopleLink(actor);
    const link = page ? { label: "Open the people", page } : null;
    const mail = { ...changeMail(action, person, by, role), link, also: action === "add" ? null : person };
    return { audit, mails: await mails.toOperators(mail, actor.now) };
  }

  const dispatch = (sent: Noted) => Promise.all(sent.mails.map(({ id }) => mails.dispatch(id)));

  return {
    /** @throws invalid */
    checked({ email: typed, name: called, role }: Input<"addStaff">): Newcomer {
      const [email, name] = [parseEmail(typed), cleanLine(called)];
      if (!email) throw invalid({ field: "email", code: "invalid_email" });
      const problem = lengthProblem("name", name, NAME);
      if (problem) throw invalid(problem);
      return { id: newId(), name, email, role };
    },

    /** The link's token is returned only here. @throws invalid */
    async add(actor: Actor, person: Newcomer): Promise<Linked> {
      const { token, link } = await newLink(actor.now);
      const sent = await noted(actor, "add", person, person.role);
      const added = await store.add({ ...person, createdAt: actor.now }, link, sent);
      if (!added) throw invalid({ field: "email", code: "email_taken" });
      await dispatch(sent);
      return { id: person.id, token };
    },

    /** Idempotent. @throws forbidden not_found conflict (the last operator) */
    async changeRole(actor: Actor, id: string, role: StaffRole): Promise<void> {
      if (actor.viewer?.id === id) throw new AppError("forbidden");
      const sent = await noted(actor, "change role", await found(id), role);
      if (!(await store.changeRole(id, role, actor.now, sent))) throw new AppError("conflict");
      await dispatch(sent);
    },

    /** Idempotent. @throws not_found conflict (the last operator) */
    async disable(actor: Actor, id: string): Promise<void> {
      const sent = await noted(actor, "disable", await found(id));
      if (!(await store.disable(id, actor.now, sent))) throw new AppError("conflict");
      await dispatch(sent);
    },

    /** Also admits a disabled person again. @throws forbidden not_found */
    async reset(actor: Actor, id: string): Promise<Linked> {
      // The session ends with the reset, so nobody would see the link.
      if (actor.viewer?.id === id) throw new AppError("forbidden");
      const sent = await noted(actor, "reset", await found(id));
      const { token, link } = await newLink(actor.now);
      await store.reset(id, link, actor.now, sent);
      await dispatch(sent);
      return { id, token };
    },
  };
}

interface Deps {
  store: PeopleStore;
  mails: PeopleDeps["mails"];
  limits: Limits;
  confirmation: Pick<Confirmation, "bothFactors" | "staffConfirmChallenge">;
}

export function createPeopleCalls({ store, mails, limits, confirmation }: Deps) {
  const people = createPeople({ store, mails, link: ({ origin }) => origin && `${origin}/staff/people` });
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffChanges", { staff: viewer.id }), now));
  const linked = ({ origin }: StaffMemberContext, { id, token }: Linked) => ({ id, link: setupLink(origin, token) });
  const others = ({ viewer }: StaffMemberContext, id: string) => {
    if (viewer.id === id) throw new AppError("forbidden");
  };

  return {
    staffConfirmChallenge: confirmation.staffConfirmChallenge,

    async staffPeople(): Promise<Output<"staffPeople">> {
      return { people: (await store.list()).map(shown) };
    },

    async addStaff(ctx: StaffMemberContext, input: Input<"addStaff">): Promise<Output<"addStaff">> {
      await counted(ctx);
      const person = people.checked(input);
      await confirmation.bothFactors(ctx, input);
      return linked(ctx, await people.add(ctx, person));
    },

    async changeStaffRole(ctx: StaffMemberContext, input: Input<"changeStaffRole">): Promise<Output<"changeStaffRole">> {
      await counted(ctx);
      others(ctx, input.id);
      await confirmation.bothFactors(ctx, input);
      await people.changeRole(ctx, input.id, input.role);
      return {};
    },

    async disableStaff(ctx: StaffMemberContext, input: Input<"disableStaff">): Promise<Output<"disableStaff">> {
      await counted(ctx);
      await confirmation.bothFactors(ctx, input);
      await people.disable(ctx, input.id);
      return {};
    },

    async resetStaff(ctx: StaffMemberContext, input: Input<"resetStaff">): Promise<Output<"resetStaff">> {
      await counted(ctx);
      others(ctx, input.id);
      await confirmation.bothFactors(ctx, input);
      return linked(ctx, await people.reset(ctx, input.id));
    },
  };
}

const CHANGES = {
  add: "added the account of",
  "change role": "changed the role of",
  disable: "disabled the account of",
  reset: "reset the account of",
} as const;
type Change = keyof typeof CHANGES;

function changeMail(action: Change, { name, email }: Pick<NamedPerson, "name" | "email">, by: string, role: StaffRole | null) {
  const facts = `${by} ${CHANGES[action]} ${name} (${email})${role ? `: ${role}` : ""}.`;
  const otherwise = "If that was not meant to happen, disable both accounts and look at the audit log.";
  return { subject: `Staff: ${CHANGES[action]} ${name}`.slice(0, 78), paragraphs: [facts, otherwise] };
}

function notFound(): never {
  throw new AppError("not_found");
}

export function stateOf({ disabledAt, setUp }: Pick<ListedPerson, "disabledAt" | "setUp">) {
  if (disabledAt !== null) return "disabled";
  return setUp ? "active" : "not_set_up";
}

export function setupLink(origin: string, token: string): string {
  return `${origin}/staff/setup?token=${token}`;
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
