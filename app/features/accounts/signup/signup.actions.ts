"use server";
import { redirect } from "react-router";
import { onlyAnswers } from "#app/features/people/identity/choices.ts";
import { intentOf, REST, toMember, withNext, withQuery } from "#app/features/people/identity/flow.ts";
import { forEveryone } from "#app/request/author.ts";
import { keepDismissed } from "#app/request/dismissed.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { currentPath } from "#app/request/path.ts";
import { type DraftValues, draftValuesSchema } from "#worker/accounts/signup/draft.contract.ts";
import { DRAFT_STEPS, type DraftStep, IDENTITY_FIELDS, personOf } from "#worker/accounts/signup/draft.vocabulary.ts";
import { WISH_FIELDS, wishesFrom } from "#worker/discovery/wishes/wish-values.vocabulary.ts";
import { landerOfPath } from "#worker/people/identity/landers.vocabulary.ts";
import { LINK } from "#worker/people/identity/source.vocabulary.ts";
import type { RawInput } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { MORE } from "#worker/sites/domains/genders.vocabulary.ts";
import { firstStep, SKIP, stepAfter, stepBefore, stepNamed, stepOfProblems, stepPath } from "./steps.ts";
import { placementOf } from "./tracking.ts";

type Form = Record<string, string>;

/** Skipped wishes are said anew, to none. */
const SKIPPED: Form = Object.fromEntries(WISH_FIELDS.map((name) => [name, ""]));

const formOf = (data: FormData): Form => {
  const form = fieldsOf(data);
  return { ...form, ...(form.gender !== undefined && identityIn(form)), ...(form.to === SKIP && SKIPPED), ...onlyAnswers() };
};

/** A box that is off sends nothing, and who chooses woman or man says no more. */
function identityIn(form: Form): Form {
  return Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, form.gender === MORE ? (form[name] ?? "") : ""]));
}

/** Creates the account, then opens the next step, the member, or (secret accounts) the page that asks for the mail. */
export async function signUp(data: FormData): Promise<void> {
  const form = formOf(data);
  await submitForm("signup", data, () => (form.to === REST ? checkFirstPart(form) : create(form, valuesOf(form))));
}

async function checkFirstPart(form: Form): Promise<void> {
  try {
    await keepStep(form, "account");
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid") throw error;
    // A draft that cannot be stored must not stop the sign-up.
    const isRefusal = error instanceof AppError && error.status < 500;
    if (!isRefusal) log("error", "sign-up not checked", { request: edge().requestId, error });
  }
}

async function keepStep(form: Form, step: DraftStep): Promise<void> {
  const { backend } = edge();
  const values = { ...(await backend.signupDraft({}))?.values, ...valuesOf(form) };
  await keepingRefused(values, () => backend.saveSignupDraft({ step, values }));
}

/** A step before the account: keeps its answer and continues if it is valid. */
export async function continueSignup(data: FormData): Promise<void> {
  const form = formOf(data);
  await submitForm("signup", data, async () => {
    const step = stepNamed(form.step) ?? firstStep();
    confirmEntry(form);
    const to = form.to === "back" ? stepBefore(step) : stepAfter(step);
    await keepStep(form, to);
    throw redirect(stepPath(to, form.next));
  });
}

/** The last step: creates the account from the draft, or returns with the values filled in. */
export async function finishSteps(data: FormData): Promise<void> {
  const form = formOf(data);
  await submitForm("signup", data, async () => {
    const { backend } = edge();
    const draft = await backend.signupDraft({});
    confirmEntry(form);
    // The draft expired, or another tab deleted it.
    if (!draft) throw redirect(withQuery(withNext("/signup", form.next), "gone"));
    const { values: stored, step } = draft;
    const values = { ...stored, ...valuesOf(form) };
    // A stale copy of the draft (decision 37) is at the first step, so that step comes first.
    if (form.to === "back" || step !== "account") {
      const to = form.to === "back" ? stepBefore("account") : (stepNamed(step) ?? firstStep());
      await backend.saveSignupDraft({ step: to, values });
      throw redirect(stepPath(to, form.next));
    }
    await create({ ...(stored as Form), ...form }, values);
  });
}

/** The first answer confirms the age where the age warning stood above it. */
function confirmEntry({ entry }: Form): void {
  if (entry === "confirmed") keepDismissed("entry");
}

export async function startOver(data: FormData): Promise<void> {
  await edge().backend.dropSignupDraft({});
  throw redirect(withNext("/signup", fieldsOf(data).next));
}

async function create(form: Form, values: DraftValues): Promise<never> {
  // The backend parses it: a form's values are untrusted.
  const answer = await keepingRefused(values, () => edge().backend.signup(inputOf(form) as RawInput<typeof CALLS.signup>));
  if ("check_mail" in answer) throw redirect("/signup?sent");
  const { signup_profile: member, signup_message: words = "" } = form;
  throw redirect(member ? toMember(member, words.trim() !== "") : withNext("/signup-matches", form.next));
}

/** Refused values are stored too; those of a minor return to the page alone. */
async function keepingRefused<T>(values: DraftValues, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { form } = edge();
    const isMinor = error instanceof AppError && error.fields.some(({ code }) => code === "under_age");
    if (isMinor && form) form.values = { ...(values as Form), ...form.values };
    if (error instanceof AppError && !isMinor) {
      const step: DraftStep = stepOfProblems(error.fields.map(({ field }) => field)) ?? "account";
      // A failing draft must not hide the form's own errors.
      await edge()
        .backend.saveSignupDraft({ step, values })
        .catch(() => edge().backend.saveSignupDraft({ step: DRAFT_STEPS[0], values }))
        .catch(() => undefined);
    }
    throw error;
  }
}

function inputOf(form: Form) {
  const { domain, language, source } = edge();
  const { invite, lander: opened, ...stored } = source;
  const said = Object.fromEntries(LINK.flatMap((name) => (form[name] ? [[name, form[name]]] : [])));
  const tracking: Form = Object.keys(said).length > 0 ? said : (stored as Form);
  const placement = placementOf(currentPath());
  if (placement) tracking.ref ??= placement;
  // An older upstream refuses fields that it does not know, and counts by itself.
  const lander = domain.api.mode === "local" ? (landerOfPath(currentPath()) ?? opened) : undefined;
  if (lander) tracking.lander = lander;
  const found = intentOf(form.next);
  return {
    ...personOf(form, language),
    email: form.email,
    name: form.name,
    password: form.password,
    reason: form.reason || undefined,
    wishes: wishesFrom(form),
    signup_key: form.signup_key,
    signup_message: form.signup_message,
    signup_profile: form.signup_profile ?? found?.profile,
    signup_intent: form.signup_profile ? undefined : (found?.intent ?? undefined),
    terms: form.terms === "on",
    sensitive_data: form.sensitive_data === "on",
    language,
    tracking,
    invite,
  };
}

function valuesOf(form: Form): DraftValues {
  return Object.fromEntries(Object.keys(draftValuesSchema.shape).flatMap((name) => (name in form ? [[name, form[name]]] : [])));
}

forEveryone(signUp, continueSignup, finishSteps, startOver);
