import { expect, test, vi } from "vitest";
import { REST } from "#app/features/people/identity/flow.ts";
import { AppError, type ErrorCode, invalid } from "#worker/platform/errors.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { signUp } from "./signup.actions.ts";

const logged = vi.spyOn(console, "error").mockReturnValue();

async function post(refusal: Error | null, genders = ["female", "male"]) {
  logged.mockClear();
  const data = new FormData();
  for (const [name, value] of Object.entries({ to: REST, gender: "female" })) data.append(name, value);
  const saveSignupDraft = vi.fn(async () => refusal && Promise.reject(refusal));
  const backend = { signupDraft: async () => ({ values: { looking_for: "female" } }), saveSignupDraft };
  const edge = { requestId: "asked", backend, settings: { genders }, form: null, status: null, t: (name: string) => name };
  await withEdge(edge as never as Edge, () => signUp(data));
  return {
    saved: saveSignupDraft.mock.calls,
    form: edge.form as Edge["form"],
    lines: logged.mock.calls.map(([line]) => JSON.parse(line)),
  };
}

test("a first part that cannot be stored does not stop the sign-up", async () => {
  const shown = { done: true, code: null };
  for (const code of ["too_large", "too_many_requests"] satisfies ErrorCode[])
    expect(await post(new AppError(code)), code).toMatchObject({ form: shown, lines: [] });
  for (const fault of [new TypeError("no binding"), new AppError("upstream_failed")]) {
    const { form, lines } = await post(fault);
    expect(form).toMatchObject(shown);
    expect(lines).toEqual([expect.objectContaining({ event: "sign-up not checked", request: "asked" })]);
  }
});

test("where a site is for one gender, its answers replace those of a form or a draft from before", async () => {
  const answers = async (genders: string[]) => (await post(null, genders)).saved;
  // Who chooses woman or man says no more.
  const none = { identity: "", identity_words: "", identity_shown: "", identity_consent: "", shown_in: "" };
  const draft = (gender: string, looking_for: string) => [[{ step: "account", values: { gender, looking_for, ...none } }]];
  expect(await answers(["male"])).toEqual(draft("male", "male"));
  expect(await answers(["female", "male"])).toEqual(draft("female", "female"));
});

test("a first part that is refused is shown again", async () => {
  const { form, lines } = await post(invalid({ field: "date_of_birth", code: "under_age" }));
  expect(form).toMatchObject({ code: "invalid", fields: { date_of_birth: "errors.field.under_age" } });
  expect(lines).toEqual([]);
});
