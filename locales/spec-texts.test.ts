import { expect, test } from "vitest";
import { AVAILABLE, type Key, translator } from "./index.ts";

/** Every sentence of the specification's sections 5, 6 and 8, verbatim including its spelling, with its key. */
const TEXTS: [sentence: string, key: Key, values?: Record<string, string | number>][] = [
  // 5. Validation rules
  ["Username may not be the same as your e-mail address", "errors.field.name_is_email"],
  ["Username may not start with @", "errors.field.name_starts_with_at"],
  ["Enter your date of birth (18+)", "signup.date_of_birth", { min_age: 18 }],
  ["Invalid date of birth.", "errors.field.under_age"],
  ["Invalid date of birth.", "errors.field.invalid_date"],
  ["Invalid email", "errors.field.invalid_email"],
  ["This email address already owns an account on this website.", "errors.field.email_taken"],
  ["New email adress is invalid.", "errors.field.new_email_invalid"],
  ["The entered passwords are not the same.", "errors.field.passwords_differ"],
  ["Please check your old password.", "errors.field.old_password_wrong"],
  ["Code not found", "errors.code_not_found"],
  ["Code invalid", "errors.field.wrong_code"],
  // 6. Roles and permissions
  ["You need to be logged in to chat", "members.profile.loginToChat"],
  ["Login to view more photos of Anna", "members.profile.loginForPhotos", { name: "Anna" }],
  ["Login to like Anna's profile", "members.profile.loginToLike", { name: "Anna" }],
  ["You need to be logged in to send a gift to Anna", "members.profile.loginForGift", { name: "Anna" }],
  ["You're blocked by Anna. You do not have access to this page.", "errors.blocked", { name: "Anna" }],
  // 8. Error catalogue
  ["Login failed, please try again", "errors.login_failed"],
  ["Too many incorrect attempts, account blocked for 15 min.", "errors.login_blocked", { minutes: 15 }],
  ["Too many password reset emails sent, please try again tomorrow.", "errors.too_many_resets"],
  ["Link expired or invalid, request a new email", "errors.link_expired"],
  ["E-mail address not found", "errors.field.email_unknown"],
  ["Activation failed", "signup.activation.error.title"],
  ["An error occured, please try again later.", "errors.internal"],
  ["An error has occurred.", "error.unforeseen"],
  ["You do not have enough credits to send this message to Anna.", "errors.not_enough_credits", { name: "Anna" }],
  ["This feature is only available for premium members.", "errors.premium_required"],
  ["Code not found", "errors.field.code_unknown"],
  ["Code already used", "errors.field.code_used"],
  ["Payment failed or has been cancelled.", "errors.payment_failed"],
  ["Stored-card payment failed: try again or pay with PayPal.", "payments.failed.stored"],
  ["Your account is blocked for direct debit payments.", "errors.directdebit_blocked"],
  [
    "Your limit for direct debit payments has been reached. You can pay another way now, or by direct debit again from 1.5..",
    "errors.directdebit_limit",
    { date: "1.5." },
  ],
  ["This page could not be found", "errors.not_found"],
  ["Back to the home page", "error.home"],
  ["An error occurred while showing the error page", "error.itself"],
  ["Older messages are no longer visible", "chat.historyLimited"],
];

/** "Each has its own message", which the specification does not quote: the texts must exist and differ. */
const OWN_WORDS: Key[] = ["errors.field.email_taken", "errors.field.account_pending_deletion", "errors.authentication_required"];

test.each(AVAILABLE)("the specification's sentences are verbatim in English and translated: %s", async (language) => {
  const t = await translator(language);
  for (const [sentence, key, values] of TEXTS) {
    const said = t(key, values);
    if (language === "en") expect(said, key).toBe(sentence);
    else {
      expect(said.trim(), key).not.toBe("");
      expect(said, key).not.toBe(sentence);
      expect(said, key).not.toContain("{{");
      for (const value of Object.values(values ?? {})) expect(said, key).toContain(String(value));
    }
  }
  expect(new Set(OWN_WORDS.map((key) => t(key))).size).toBe(OWN_WORDS.length);
});
