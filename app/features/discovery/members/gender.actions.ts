"use server";
import { redirect } from "react-router";
import { submitForm } from "#app/request/forms.ts";
import { changesIn } from "#app/request/rendered-values.tsx";
import { savedPath } from "#app/request/saved.tsx";
import { identityConsent } from "#worker/discovery/members/profile-own.vocabulary.ts";
import type { RawInput } from "#worker/platform/call.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { MORE } from "#worker/sites/domains/genders.vocabulary.ts";

const MORE_FIELDS = ["gender", "identity", "identity_words", "shown_in", "identity_shown"];
/** No identity has this code. */
const UNKNOWN = "?";

/** Sends what was changed alone: another tab may have changed the rest. */
export async function saveGender(data: FormData): Promise<void> {
  await submitForm("gender", data, async () => {
    const changed = changesIn(data);
    const input: Record<string, unknown> = {};
    for (const field of ["looking_for", "sexuality"]) if (changed.has(field)) input[field] = changed.get(field);
    const gender = data.get("gender");
    // A consent to a new text may be all that is sent.
    const says = MORE_FIELDS.some((field) => changed.has(field)) || data.has("identity_consent");
    if (gender === MORE && says) Object.assign(input, moreIn(data));
    else if (gender !== MORE && changed.has("gender"))
      Object.assign(input, { gender, ...(data.has("identity") && { identity: "" }) });
    await edge().backend.updateProfile(input as RawInput<typeof CALLS.updateProfile>);
    throw redirect(savedPath("/settings/gender"));
  });
}

function moreIn(data: FormData) {
  const identity = data.get("identity") || UNKNOWN;
  return {
    ...{ identity, shown_in: data.get("shown_in") ?? "", identity_shown: data.get("identity_shown") === "on" },
    ...(identity === "own" && { identity_words: data.get("identity_words") ?? "" }),
    // A form that asks for none sends none, and the standing one stays.
    ...(data.get("identity_consent") === identityConsent(edge().language) && { identity_consent: true }),
  };
}
