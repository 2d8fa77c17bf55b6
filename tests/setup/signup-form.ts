import type { CallInput } from "#worker/server/calls.ts";

export const PASSWORD = "a quiet river bend";

let made = 0;

/** Sign-up input with a name and address unique in this test file. */
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
