import type { CallInput } from "#worker/calls.ts";

export const PASSWORD = "a quiet river bend";

let made = 0;

/** The sign-up form of somebody with a name and an address that nobody has yet in this file of tests. */
export function signupForm(changes: Partial<CallInput<"signup">> = {}): CallInput<"signup"> {
  const name = `Newcomer${made++}`;
  return {
    email: `${name}@example.org`.toLowerCase(),
    name,
    password: PASSWORD,
    date_of_birth: "1990-02-03",
    gender: "female",
    looking_for: "male",
    country: "NL",
    language: "en",
    terms: true,
    sensitive_data: true,
    ...changes,
  };
}
