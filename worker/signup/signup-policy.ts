import type { Context } from "../context.ts";
import type { contract } from "../identity/accounts.contract.ts";
import type { AccountsStore } from "../identity/accounts.store.ts";
import type { Member } from "../identity/viewer.ts";
import type { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import type { FieldError } from "../lib/errors.ts";
import { nameKey } from "../lib/text.ts";
import type { SignupData, Validation } from "./validation.ts";

export type Outcome = Answer<Output<typeof contract.signup>>;

/** A valid sign-up that the domain admits. */
export interface Admitted extends SignupData {
  /** Hash of the invitation it uses, if any. */
  invitation: string | null;
  passwordHash: string;
}

/** How a domain answers sign-ups: it reveals that a name or address has an account, or keeps that secret. */
export interface SignupPolicy {
  /** Problems of a well-formed name and address that the answer may disclose. */
  takenProblems(ctx: Context, typed: Pick<Validation, "name" | "email">): Promise<FieldError[]>;
  /** True if this form was accepted before. */
  wasSent(ctx: Context, signupKey: string): Promise<boolean>;
  /**
   * The outcome if name, address or form is known; else null.
   * @throws invalid, idempotency_conflict, invitation_over
   */
  existing(ctx: Context, input: Input<typeof contract.signup>, admitted: Admitted): Promise<Outcome | null>;
  /**
   * Null if a parallel sign-up took the name, address or form.
   * @throws too_many_requests, invitation_over
   */
  create(ctx: Context, input: Input<typeof contract.signup>, admitted: Admitted): Promise<Outcome | null>;
}

/** Accounts that share the form, the address or the name. */
export interface Clashes {
  owner: Member | undefined;
  sameForm: Member | undefined;
  nameTaken: boolean;
}

export async function findClashes(
  ctx: Context,
  store: Pick<AccountsStore, "findClashes">,
  { name, email }: Pick<Validation, "name" | "email">,
  signupKey: string | null = null,
): Promise<Clashes> {
  const key = nameKey(name ?? "");
  const clashes = await store.findClashes(ctx.domain.pool, { email: email ?? "", nameKey: key, signupKey });
  return {
    owner: email === null ? undefined : clashes.find(({ account }) => account.email === email),
    sameForm: clashes.find(({ account }) => signupKey !== null && account.signupKey === signupKey),
    nameTaken: name !== null && clashes.some(({ profile }) => profile.nameKey === key),
  };
}

export const NAME_TAKEN = { field: "name", code: "name_taken" } as const satisfies FieldError;
