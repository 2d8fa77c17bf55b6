import type { Call } from "#worker/platform/call.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import type { LimitRow } from "#worker/platform/limits-rows.ts";
import { LIMITS } from "#worker/platform/limits-table.ts";

export const INTRODUCTION = `Every page and app of a member is a client of these calls.

**Session.** Log-in and sign-up set a cookie. There are no tokens and no CORS: other origins cannot call from a browser.

**Writes** need the header \`Origin\` with the address of this server, or \`Sec-Fetch-Site: same-origin\`; browsers send both by
themselves. Without either the answer is 403 \`cross_origin\`. The socket needs them too.

**Repeating.** A member's write takes an \`Idempotency-Key\`; a message, a photo in a chat and a gift take a \`client_id\`. The same key
with the same body gets the same answer and is charged once, for 24 hours. The same key with another body is 409.

**Errors** have one form, in the reader's language (\`locale\` cookie, then the site's): \`code\` for programs, \`message\` for people,
\`fields\` where a field is wrong. 429 and 503 have \`Retry-After\` in seconds.

**Time** is ISO 8601 in UTC. **Money** is an integer in the currency's smallest unit. **Ids** are opaque.

**Photos.** An image has file names; \`/api/settings.php\` has \`cdn_prefix\`, which stands before each of them. Such a link belongs to
one viewer and lasts until the next day ends (\`/media/{filename}\`).`;

const WHO: Record<Call["access"], string> = {
  anyone: "For visitors and members.",
  member: "For members.",
  confirmed: "For members who have confirmed their address.",
};

/** More than the summary, where a stranger would have to guess. */
const DETAILS: Readonly<Record<string, string>> = {
  signup:
    "Logs the new member in, with `status: not_confirmed`. Where the site hides who has an account, the answer is `check_mail` whether or not the address is known, and nobody is logged in. `country` and `language` are among those of `/api/settings.php`, `region` among those of `/api/regions.php`.",
  activate: "By the token of the mail's link, or by its six digits while logged in.",
  login: "`email` takes the address or the user name.",
  member: "What others may see. `fictional: true` marks an invented profile; show that mark wherever the profile is shown.",
  sendMessage:
    "One of `profile` and `conversation`, one of `text` and `icebreaker`. `sender` names the member whom the page was made for: another one who is logged in by now sends nothing. `price` of the call is the most that the member was told it costs, that of the answer is what was charged.",
  addPhoto: "JPEG, PNG or WebP, at most 10 MB and 40 megapixels, at least 400 by 400 pixels. Others see it once it is `active`.",
  gifts:
    "`names` has a gift's name by language, one of ours has it in the reader's; `id` is its drawing in `/gifts.svg`. A gift in a message has `names: null` if it is ours: take the name from here by its `id`.",
  startPayment:
    "Send the buyer to `redirect`. The payment completes by the provider's notice, never by the return of the browser.",
  payToSend:
    "Where the balance is too small for a message, a gift or photos. Pay as with `startPayment`; then ask `sendWaiting`. It sends if the payment completed within 15 minutes and text, price and receiver are still those of this call.",
  sendWaiting: "Ask when the buyer is back, with the id of the payment. `payment` and `chat` say whether something waits.",
  payment: "Ask again until `status` is neither `created` nor `pending`.",
  directdebit: "`step` goes from `start` by `verify` to `sign`; `code` sends the SMS again.",
  dataExport: "Once `status` is `ready`, `/download/{id}.zip` has the archive until `expires_at`.",
  settings: "Answers for the host that was asked. `cdn_prefix` stands before the file names of photos.",
  autoLike: "The oldest like or match that was not announced yet. Ask at most once a minute.",
  members: "Takes the site's `search_fields` only, and `sexuality` from members only. An empty value counts as left out.",
};

/** Who may call, how often, and how a repetition is answered: all from the facts that the server asks. */
export function describe(name: string, call: Call): string {
  const repeats = call.access !== "anyone" && call.method !== "GET" ? "May be repeated under its `Idempotency-Key`." : "";
  const state = call.changesState ? "Changes state: send it from the same origin, and never ahead." : "";
  const consent = call.needsConsent && call.access !== "confirmed" ? "Refused while a consent is due." : "";
  return [DETAILS[name], WHO[call.access], consent, state, repeats, ...limitsOf(name)].filter(Boolean).join(" ");
}

const UNITS = [
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
] as const;

/** Limits on calls alone: limits that a rule counts protect from abuse and stay unsaid. */
function limitsOf(name: string): string[] {
  return Object.values<LimitRow>(LIMITS)
    .filter(({ calls, counted }) => counted !== "rule" && calls.includes(name))
    .map(({ windows, of, key }) => {
      const rates = windows.map(({ limit, windowMs }) => `${limit.toLocaleString("en")} in ${periodOf(windowMs)}`);
      const whom = of === "visitors" || key.includes("{network}") ? "for each network of visitors" : "for each member";
      return `At most ${rates.join(" and ")}, ${whom}.`;
    });
}

function periodOf(ms: number): string {
  const [unit, word] = UNITS.find(([length]) => ms % length === 0) ?? [1000, "second"];
  const count = ms / unit;
  return count === 1 ? `${word === "hour" ? "an" : "a"} ${word}` : `${count} ${word}s`;
}
