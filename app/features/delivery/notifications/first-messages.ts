import { FIRST_FROM, FIRST_LENGTHS } from "#worker/people/preferences/first-messages.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";

type FirstMessages = NonNullable<CallOutput<"preferences">["privacy"]["first_messages"]>;

/** The fields of the form. */
export function firstValues({ from, length, verified, photo, wishes, requests }: FirstMessages) {
  return {
    ...{ first_from: from, first_length: `${length}` },
    ...{ first_verified: verified, first_photo: photo, first_wishes: wishes, first_requests: requests ?? false },
  };
}

/** What the form changed, over what is chosen now. Undefined where it changed nothing. */
export function firstMessagesFrom(
  changed: ReadonlyMap<string, string>,
  now: FirstMessages | undefined,
): FirstMessages | undefined {
  if (!now || ![...changed.keys()].some((name) => name.startsWith("first_"))) return undefined;
  const box = (name: "verified" | "photo" | "wishes") => {
    const posted = changed.get(`first_${name}`);
    return posted === undefined ? now[name] : posted !== "";
  };
  const requests = changed.get("first_requests");
  return {
    from: FIRST_FROM.find((one) => one === changed.get("first_from")) ?? now.from,
    length: FIRST_LENGTHS.find((one) => `${one}` === changed.get("first_length")) ?? now.length,
    ...{ verified: box("verified"), photo: box("photo"), wishes: box("wishes") },
    ...(now.requests !== undefined && { requests: requests === undefined ? now.requests : requests !== "" }),
  };
}
