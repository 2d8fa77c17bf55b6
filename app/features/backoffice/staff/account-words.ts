/** Texts about accounts of staff, in English only: docs/decisions/0054. */
export const PEOPLE = {
  is: (role: string, state: string) => `${role}, ${state}.`,
  login: "Last log-in #.",
  never: "Never logged in.",
  states: { active: "active", not_set_up: "not set up", disabled: "disabled" },
  you: "(you)",
  change: (name: string) => `Change ${name}`,
  role: "Role",
  save: "Save the role",
  saveHint: "A new role logs out at once.",
  disable: "Disable",
  disableHint: "Logged out everywhere at once. Nothing that this person decided changes.",
  disableOwn: "Disable my own account",
  reset: "Reset",
  resetHint:
    "Password, authenticator, passkeys and sessions end. You get a new link to hand over. As a second person, the account no longer counts for what you or others began before.",
  add: "Add a person",
  told: "All operators get a mail about each of these changes.",
  addHint:
    "You get a link to hand over. It sets a password and an authenticator app. As a second person, a new account never counts for what you began.",
  submit: "Add",
  linkTitle: (name: string) => `The link of ${name}`,
  link: "Set-up link",
  linkHint: "Send it by a way that only this person reads. It works once, within three days. This page shows it only now.",
  refusals: {
    forbidden: "Nobody changes their own role or resets their own account: another operator does.",
    conflict: "This is the last operator who can log in. Add another one first.",
  },
} as const;

export const CONFIRM = {
  title: "Confirm that it is you",
  passkey: "Confirm with a passkey instead",
} as const;

export const PASSKEYS = {
  title: "Passkeys",
  intro:
    "A passkey logs you in by your device's fingerprint, face or code, in place of password and code. Nobody can lure it out of you on a false page.",
  added: "Added #,",
  used: "last log-in #.",
  unused: "not used yet.",
  remove: (name: string) => `Remove ${name}`,
  removeButton: "Remove this passkey",
  add: "Add a passkey",
  form: { name: "Name", nameHint: "So that you know it again, such as “Work laptop”." },
  enough: (most: number) => `You have ${most} passkeys, the most there can be. Remove one to add another.`,
  login: "Log in with a passkey",
  loginText: "Your device asks for your fingerprint, your face or its code.",
  use: "Use a passkey",
  withPassword: "Log in with password and code",
  needsScript: "Passkeys need JavaScript, which is switched off in this browser. Password and code work without it.",
  ceremony: {
    working: "One moment…",
    cancelled: "That was cancelled or took too long. Try again when you like.",
    known: "This device has a passkey for your account already.",
    unsupported: "This browser cannot use passkeys. Password and code work as before.",
    failed: "That did not work. Please try again.",
  },
} as const;
