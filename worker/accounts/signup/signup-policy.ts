import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import type { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { nameKey } from "#worker/platform/text.ts";
import type { contract } from "./signup.contract.ts";
import type { SignupData, Validation } from "./validation.ts";

export type Outcome = Answer<Output<typeof contract.signup>>;

export interface Admitted extends SignupData {
  invitation: string | null;
  passwordHash: string;
  /** Keyed hash of the address. Decision 142. */
  print: string;
}

/** A domain reveals that a name or address has an account, or keeps it secret. */
export interface SignupPolicy {
  /** Only problems that the answer may disclose. */
  takenProblems(ctx: Context, typed: Pick<Validation, "name" | "email">): Promise<FieldError[]>;
  /** The form was accepted before. */
  wasSent(ctx: Context, signupKey: string): Promise<boolean>;
  /** Null if a parallel sign-up took name, address or form. @throws invalid, idempotency_conflict, invitation_over, excluded */
  attempt(ctx: Context, input: Input<typeof contract.signup>, admitted: Admitted, until: number | null): Promise<Outcome | null>;
}

export interface Clashes {
  owner: Member | undefined;
  sameForm: Member | undefined;
  isTaken(name: string): boolean;
}

export async function findClashes(
  ctx: Context,
  store: Pick<AccountsStore, "findClashes">,
  { names, email }: { names: string[]; email: string | null },
  signupKey: string | null = null,
): Promise<Clashes> {
  const nameKeys = names.map(nameKey);
  const clashes = await store.findClashes(ctx.domain.pool, { email: email ?? "", nameKeys, signupKey });
  const taken = new Set(clashes.map(({ profile }) => profile.nameKey));
  return {
    owner: email === null ? undefined : clashes.find(({ account }) => account.email === email),
    sameForm: clashes.find(({ account }) => signupKey !== null && account.signupKey === signupKey),
    isTaken: (name) => taken.has(nameKey(name)),
  };
}

export const NAME_TAKEN = { field: "name", code: "name_taken" } as const satisfies FieldError;
