import { expect, test } from "vitest";
import { identityConsent } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { invalid } from "#worker/platform/errors.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { saveGender } from "./gender.actions.ts";

const CONSENT = identityConsent("en");
const WOMAN = { gender: "female", identity: "", shown_in: "", identity_shown: "", looking_for: "male", sexuality: "" };
const SAYS = {
  gender: "more",
  identity: "agender",
  shown_in: "both",
  identity_shown: "on",
  looking_for: "male",
  sexuality: "gay",
};

/** Posts a form that was rendered from the first values; a box that is off and a group without a choice send nothing. */
async function post(rendered: Record<string, string>, posted: Record<string, string>, refusal: Error | null = null) {
  const data = new FormData();
  data.append("rendered", JSON.stringify(rendered));
  for (const [name, value] of Object.entries(posted)) if (value !== "" || name !== "identity_shown") data.append(name, value);
  const sent: unknown[] = [];
  const updateProfile = async (input: unknown) => {
    sent.push(input);
    if (refusal) throw refusal;
  };
  const edge = {
    requestId: "asked",
    language: "en",
    backend: { updateProfile },
    form: null,
    status: null,
    t: (name: string) => name,
  };
  const ended = await withEdge(edge as never as Edge, () => saveGender(data)).catch((answer: unknown) => answer);
  if (ended instanceof Error) throw ended;
  return { sent, form: edge.form as Edge["form"] };
}

const sentBy = async (rendered: Record<string, string>, change: Record<string, string>) =>
  (await post(rendered, { ...rendered, ...change })).sent;

test("a form sends what was changed alone", async () => {
  expect(await sentBy(WOMAN, {})).toEqual([{}]);
  expect(await sentBy(SAYS, {})).toEqual([{}]);
  expect(await sentBy(WOMAN, { looking_for: "everyone", sexuality: "bi" })).toEqual([
    { looking_for: "everyone", sexuality: "bi" },
  ]);
  expect(await sentBy(SAYS, { sexuality: "" })).toEqual([{ sexuality: "" }]);
});

test("who chooses woman or man gives the identity up, without a choice below", async () => {
  expect(await sentBy(SAYS, { gender: "female" })).toEqual([{ gender: "female", identity: "" }]);
  expect(await sentBy(SAYS, { gender: "male", identity_shown: "" })).toEqual([{ gender: "male", identity: "" }]);
});

test("a changed part of what is said beyond sends all of it, and a box that is off says no", async () => {
  const all = { identity: "agender", shown_in: "both" };
  expect(await sentBy(SAYS, { identity_shown: "" })).toEqual([{ ...all, identity_shown: false }]);
  expect(await sentBy(SAYS, { identity: "non_binary" })).toEqual([{ ...all, identity: "non_binary", identity_shown: true }]);
  expect(await sentBy(WOMAN, { ...SAYS, sexuality: "", identity_consent: CONSENT })).toEqual([
    { ...all, identity_shown: true, identity_consent: true },
  ]);
});

test("own words are sent with their code alone, and a consent to a new text by itself", async () => {
  const own = { ...SAYS, identity: "own", identity_words: "demigirl" };
  const all = { identity: "own", shown_in: "both", identity_shown: true };
  expect(await sentBy(own, { identity_words: "bigender" })).toEqual([{ ...all, identity_words: "bigender" }]);
  expect(await sentBy(own, { identity: "agender" })).toEqual([{ ...all, identity: "agender" }]);
  expect(await sentBy(own, { identity_consent: CONSENT })).toEqual([
    { ...all, identity_words: "demigirl", identity_consent: true },
  ]);
});

test("more without a choice is refused at its fields, and the refused form keeps what was chosen and ticked", async () => {
  const refusal = invalid({ field: "identity", code: "unknown_option" }, { field: "shown_in", code: "required" });
  const posted = {
    gender: "more",
    identity: "",
    looking_for: "male",
    sexuality: "",
    identity_shown: "on",
    identity_consent: CONSENT,
  };
  const { sent, form } = await post(WOMAN, posted, refusal);
  expect(sent).toEqual([{ identity: "?", shown_in: "", identity_shown: true, identity_consent: true }]);
  expect(form).toMatchObject({ code: "invalid", done: false, values: posted });
  expect(Object.keys(form?.fields ?? {})).toEqual(["identity", "shown_in"]);
});
