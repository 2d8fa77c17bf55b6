import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { mailsTo, tokenIn } from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { signUp } from "#tests/setup/signup.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

// What a sign-up says where nobody may know whose address is known. What it costs is in unrevealed.test.ts.
const { sessions, signup } = servicesOf(env);
const VELVET = { host: "velvet.localhost" };
const tracking = await signedSource(env.PASSWORD_PEPPER);
const nameOf = (email: string) =>
  env.DB.prepare("SELECT name FROM accounts JOIN profiles USING (id) WHERE email = ?").bind(email).first<string>("name");

test("a domain that reveals no accounts answers the same and does the same, known or not", async () => {
  const first = await signup.signup(
    await contextOf(VELVET),
    signupForm({ email: "secret@example.org", name: "Secretive", tracking }),
  );
  await env.DB.prepare("UPDATE accounts SET status = 'active', activated_at = ? WHERE email = 'secret@example.org'")
    .bind(NOON)
    .run();
  const again = await signup.signup(
    await contextOf(VELVET),
    signupForm({ email: "Secret@example.org", name: "Another", tracking }),
  );
  expect([again.value, again.effects]).toEqual([first.value, first.effects]);
  expect(first.effects.session).toBeUndefined();

  const mails = await env.DB.prepare(
    "SELECT template, subject, text FROM outbox WHERE recipient = 'secret@example.org' ORDER BY created_at, rowid",
  ).all();
  expect(mails.results.map((mail) => mail.template)).toEqual(["activation", "already_member"]);
  expect(mails.results[1]?.text).toContain("http://velvet.localhost/login");

  // At most three such mails a day, and an hour; the answer stays the same.
  for (let i = 0; i < 5; i++) {
    const hours = await contextOf({ ...VELVET, now: NOON + i * 3_600_000 });
    expect((await signup.signup(hours, signupForm({ email: "secret@example.org", tracking }))).value).toEqual({
      check_mail: true,
    });
  }
  const { n } = (await env.DB.prepare(
    "SELECT count(*) AS n FROM outbox WHERE recipient = 'secret@example.org' AND template = 'already_member'",
  ).first<{ n: number }>()) ?? { n: 0 };
  expect(n).toBe(3);

  // Nor is a name said to be taken.
  for (const email of ["secret@example.org", "new@example.org"]) {
    const taken = await signup.signup(
      await contextOf({ ...VELVET, now: NOON + DAY }),
      signupForm({ email, name: "secretive", tracking }),
    );
    expect([taken.value, taken.effects]).toEqual([first.value, first.effects]);
  }
});

test("the steps after a sign-up do not reveal either whether the address was known", async () => {
  await signup.signup(await contextOf(VELVET), signupForm({ email: "known@example.org", name: "KnownOwner", tracking }));

  const probe = async (email: string, name: string) => {
    const first = signupForm({ email, name, tracking, signup_key: `probe of ${name}` });
    const value = async (input: typeof first) => (await signup.signup(await contextOf(VELVET), input)).value;
    const login = await sessions
      .login(await contextOf({ ...VELVET, network: `net of ${name}` }), { email, password: first.password })
      .then(
        () => "in",
        (error) => error.code,
      );
    return [
      await value(first),
      await value(first),
      await value({ ...first, password: "quite another phrase" }),
      login,
      await value(signupForm({ email: `third.${email}`, name, tracking })),
      (await nameOf(`third.${email}`))?.replace(/\d{4}$/, "1234"),
    ];
  };
  const unknown = await probe("unknown@example.org", "ProbeOne");
  expect(await probe("known@example.org", "ProbeTwo")).toEqual(unknown.slice(0, -1).concat("ProbeTwo1234"));
  // As after a sign-up that made an account: who opens the third mail cannot tell which of the first did.
  expect(unknown.slice(3)).toEqual(["login_failed", { check_mail: true }, "ProbeOne1234"]);
});

test("a taken name becomes another, and the wanted one stays reserved for its owner", async () => {
  const made = async (name: string) => {
    const { id } = await signUp(VELVET, { name });
    const row = await env.DB.prepare(
      "SELECT name, name_key, wanted_name, wanted_key FROM accounts JOIN profiles USING (id) WHERE id = ?",
    );
    return row.bind(id).first();
  };
  expect(await made("Wanted")).toEqual({ name: "Wanted", name_key: "wanted", wanted_name: null, wanted_key: null });
  expect(await made("WANTED")).toEqual({
    name: expect.stringMatching(/^WANTED\d{4}$/),
    name_key: expect.stringMatching(/^wanted\d{4}$/),
    wanted_name: "WANTED",
    wanted_key: "wanted",
  });
  const together = await Promise.all(["Together", "together", "TOGETHER"].map(made));
  expect(together.filter((row) => row?.wanted_name === null)).toHaveLength(1);
});

test("on a domain that requires confirmation before the log-in, the mail has a link and no code", async () => {
  const velvet = await signUp(VELVET);
  expect(velvet.text).not.toMatch(/\b\d{6}\b|code/i);
  expect(velvet.text).toContain("The link is good for 48 hours, once.");
  const codes = "SELECT code_hash FROM tokens WHERE account_id = ?";
  expect(await env.DB.prepare(codes).bind(velvet.id).first()).toEqual({ code_hash: null });
  expect((await signUp()).text).toMatch(/Or enter this code on the site:\s+\d{6}\b/);
});

test("an address that is corrected right after does not tell whether the typed one has an account", async () => {
  const [member, waiting, gone] = [await signUp(VELVET), await signUp(VELVET), await signUp(VELVET)];
  const become = (id: string, status: string) =>
    env.DB.prepare("UPDATE accounts SET status = ?1, activated_at = ?2, deleted_at = iif(?1 = 'deleted', ?2, NULL) WHERE id = ?3")
      .bind(status, NOON, id)
      .run();
  await become(member.id, "active");
  await become(gone.id, "deleted");
  const told: unknown[] = [];
  for (const [n, email] of ["nobody.yet@example.org", member.email, waiting.email, gone.email].entries()) {
    const [name, own] = [`Prober${"abcd"[n]}`, `prober${n}@example.org`];
    const form = signupForm({ email, name, tracking });
    await signup.signup(await contextOf(VELVET), form);
    await signup.correctAddress(await contextOf({ ...VELVET, network: name }), { name, email: own, password: form.password });
    await expect.poll(() => mailsTo(own, "activation"), { message: email }).toHaveLength(1);
    const { value } = await signup.activate(await contextOf(VELVET), { token: tokenIn((await mailsTo(own, "activation"))[0]) });
    told.push([value, (await nameOf(own)) === name]);
  }
  expect(told).toEqual(Array(4).fill([{ status: "active", credits: expect.anything() }, true]));
});
