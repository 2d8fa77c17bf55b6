import fc from "fast-check";
import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { runs } from "#tests/setup/properties.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { newId } from "#worker/platform/ids.ts";
import { SAMPLE_MAILS } from "#worker/server/dev/sample-mails.ts";
import { createMails } from "./mails.ts";
import type { OutboxStore } from "./outbox.store.ts";
import { createOutbox, type Message } from "./outbox.ts";

const mails = createMails(async () => {});

/** Line ends, and characters that some mailers take for one. */
const BREAKS = [
  "\r\n",
  "\n",
  "\r",
  "\n\r",
  "\r\n\t",
  "\r\n ",
  "\u2028",
  "\u2029",
  "\u0085",
  "\v",
  "\f",
  "\u0000",
  "\u001e",
  "%0d%0a",
  "=0D=0A",
  "&#13;&#10;",
  "\u560d\u560a",
  "\ufe0d\uff0a",
];
const HEADERS = ["Bcc: all@example.net", "Subject: won", "Content-Type: text/html", "\r\nbody", "To: <all@example.net>"];
const WORDS = ["=?utf-8?Q?=0D=0ABcc:_all@example.net?=", "=?utf-8?B?DQpCY2M6IGFsbEBleGFtcGxlLm5ldA==?=", "=?us-ascii?q?a?="];
const FORMS = [...BREAKS.flatMap((end) => HEADERS.map((header) => end + header)), ...WORDS];

const form = fc.oneof(
  fc.constantFrom(...FORMS),
  fc
    .array(fc.oneof(fc.constantFrom(...BREAKS, ...WORDS, ":", "<", ">", ",", '"', "@"), fc.string()), { maxLength: 8 })
    .map((parts) => parts.join("")),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is tested
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|=\?/;

async function sent(letter: string, name: string, site: string): Promise<Message> {
  const ctx = await contextOf({ settings: { mail_name: site } });
  const write = SAMPLE_MAILS[letter] ?? expect.unreachable();
  const row = await write(mails, ctx, { id: newId(), email: "anna@example.org", name, language: "en" });
  let message: Message | undefined;
  const standing = {
    email: "anna@example.org",
    status: "active",
    disabled: [],
    channels: { site_news: { mail: true } },
    paces: { like: { mail: "daily" } },
    paused: false,
  };
  const store = {
    standing: async () => standing,
    claim: async () => ({ ...row, attempts: 1 }),
    markSent: async () => {},
  } as unknown as OutboxStore;
  const deps = { store, enqueue: async () => {}, returned: async () => {} };
  const outbox = createOutbox({ ...deps, send: async (one: Message) => void (message = one) } as never);
  await outbox.deliver(row.id, NOON);
  return message ?? expect.unreachable("nothing was sent");
}

function expectPlain({ from, to, subject, headers }: Message): void {
  for (const line of [from.name, from.email, to, subject, ...Object.entries(headers).flat()]) expect(line).not.toMatch(UNSAFE);
  expect([from.email, to]).toEqual(["no-reply@liaison.example", "anna@example.org"]);
  expect(from.name).not.toMatch(/[<>"]/);
  expect(Object.keys(headers).toSorted()).toEqual(
    Object.keys(headers)
      .filter((name) => /^(Auto-Submitted|Content-Language|List-Unsubscribe(-Post)?|X-Kinds)$/.test(name))
      .toSorted(),
  );
}

test("nothing that stands in a name becomes a line of a header, in any mail", async () => {
  const letters = Object.keys(SAMPLE_MAILS);
  let tried = 0;
  for (const [index, text] of FORMS.entries()) {
    for (const around of [text, `Anna${text}`, `${text}Anna`]) {
      expectPlain(await sent(letters[index % letters.length] as string, around, around));
      tried++;
    }
  }
  expect(tried).toBe(279);
});

test("nor anything that can be made of such parts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(SAMPLE_MAILS)), form, form, async (letter, name, site) =>
      expectPlain(await sent(letter, name, site)),
    ),
    { numRuns: runs(500) },
  );
});

test("no address that could be more than one is one", () => {
  fc.assert(
    fc.property(form, fc.constantFrom("anna@example.org", "anna", "@example.org", ""), fc.boolean(), (text, address, first) => {
      const parsed = parseEmail(first ? text + address : address + text);
      if (parsed !== null) expect(parsed).toMatch(/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9.-]+$/);
    }),
    { numRuns: runs(3000) },
  );
});

test("nothing in a name can start a header, and no markup leaves its place", async () => {
  const ctx = await contextOf({ settings: { mail_name: 'Evil\r\nBcc: all@example.org <x@y.z>"' } });
  const to = { id: newId(), email: "anna@example.org", name: "<script>alert(1)</script>", language: "en" };
  const row = await mails.activation(ctx, { ...to, link: 'http://localhost/"><b>', code: "123456", hours: 48 });
  for (const line of [row.subject, row.sender, row.recipient]) expect(line).not.toMatch(/[\r\n]/);
  expect(row.sender).toBe("Evil Bcc: all@example.org x@y.z <no-reply@liaison.example>");
  expect(row.html).not.toMatch(/<script|"><b>/);
  expect(row.html).toContain("&lt;script&gt;");
});
