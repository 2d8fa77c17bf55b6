import { describe, expect, inject, it } from "vitest";
import { PASSWORD, signupForm } from "#tests/setup/signup-form.ts";
import { LOCAL, member, Person, SIDES, unconfirmed } from "./person.ts";

describe.each(SIDES)("accounts: %s", (side) => {
  it("signs up, and a confirmation by the mail's link grants the credits", async () => {
    const person = await new Person(side).signUp();
    const before = await person.call("user", {});
    expect(before).toMatchObject({
      email: person.email,
      status: "not_confirmed",
      credits: 0,
      profile: { name: person.name, status: "disabled" },
    });
    const mail = await person.mail();
    // The link leads to the host that the visitor sees, even if another server holds the members.
    expect(mail.text).toContain(`http://localhost:${inject(side)}/`);
    await person.confirm();
    expect(await person.call("user", {})).toMatchObject({ status: "active", credits: 10, profile: { status: "active" } });
  });

  it("sets two cookies with their attributes", async () => {
    const person = await new Person(side).signUp({ language: "nl" });
    const lines = person.last.headers["set-cookie"] ?? [];
    const session = lines.find((line) => line.startsWith("session="));
    expect(session).toMatch(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    for (const line of lines) expect(line).toMatch(/^(session|locale)=/);
  });

  it("logs out and in again, and refuses a cross-site log-out", async () => {
    const person = await unconfirmed(side);
    const elsewhere = await person.send("logout", {}, { "sec-fetch-site": "cross-site" });
    expect(person.refusal(elsewhere).code).toBe("cross_origin");
    const session = person.cookies.get("session");
    await person.call("logout", {});
    expect(person.cookies.get("session")).not.toBe(session);
    expect((await person.refused("user", {})).code).toBe("authentication_required");
    const old = await person.request("GET", "/api/user.php", undefined, { cookie: `session=${session}` });
    expect(person.refusal(old).code).toBe("authentication_required");
    await person.logIn();
    expect(person.cookies.get("session")).not.toBe(session);
    expect((await person.call("user", {})).email).toBe(person.email);
  });

  it("locks out after five wrong passwords from one network, with the minutes left, and nobody elsewhere", async () => {
    const person = await unconfirmed(side);
    const guesser = new Person(side);
    for (let i = 0; i < 5; i++)
      expect((await guesser.refused("login", { email: person.email, password: `wrong ${i}` })).code).toBe("login_failed");
    const refusal = await guesser.refused("login", { email: person.email, password: PASSWORD });
    expect(refusal).toMatchObject({ code: "login_blocked", params: { minutes: 15 } });
    expect(refusal.retry_after).toBeGreaterThan(14 * 60);
    expect(Number(guesser.last.headers["retry-after"])).toBe(refusal.retry_after);
    // Another network has its own counter: the proxy passes on the visitor's network, not its own.
    const elsewhere = new Person(side);
    elsewhere.email = person.email;
    await elsewhere.logIn();
  });

  it("changes the language, for the account and by the cookie", async () => {
    const person = await unconfirmed(side);
    expect((await person.call("updateUser", { language: "nl" })).language).toBe("nl");
    expect(person.cookies.get("locale")).toBe("nl");
    expect((await person.call("user", {})).language).toBe("nl");
    expect((await person.refused("updateUser", { language: "xx" as never })).message).not.toMatch(/Please/);
  });

  it("runs a write once per idempotency key", async () => {
    const person = await unconfirmed(side);
    const key = { "idempotency-key": `language-${person.id}` };
    const first = await person.call("updateUser", { language: "de" }, key);
    await person.call("updateUser", { language: "nl" });
    expect(await person.call("updateUser", { language: "de" }, key)).toEqual(first);
    expect((await person.call("user", {})).language).toBe("nl");
    expect((await person.refused("updateUser", { language: "en" }, key)).code).toBe("idempotency_conflict");
  });
});

describe.each(LOCAL)("accounts: %s", (side) => {
  it("refuses a form with a reason for each field", async () => {
    const visitor = new Person(side);
    const form = {
      email: "nobody",
      name: "@me",
      password: "short",
      date_of_birth: "2020-01-01",
      gender: "female",
      looking_for: "male",
      country: "NL",
      language: "en",
      terms: false,
      sensitive_data: true,
    } as const;
    const { code, fields } = await visitor.refused("signup", form);
    expect(code).toBe("invalid");
    const found = Object.fromEntries((fields ?? []).map((field) => [field.field, field]));
    expect(found).toMatchObject({
      email: { code: "invalid_email", message: "Invalid email" },
      name: { code: "name_starts_with_at" },
      password: { code: "too_short", message: "At least 8 characters." },
      date_of_birth: { code: "under_age" },
      terms: { code: "consent_required" },
    });
    expect((await visitor.refused("signup", { ...form, gender: "robot" as never })).fields).toContainEqual(
      expect.objectContaining({ field: "gender", code: "unknown_option" }),
    );
  });

  it("refuses a taken address in any letter case", async () => {
    const first = await unconfirmed(side);
    const form = signupForm({ email: first.email.toUpperCase(), name: `x${first.name}`.slice(0, 20) });
    const { fields } = await new Person(side).refused("signup", form);
    expect(fields).toMatchObject([{ field: "email", code: "email_taken" }]);
  });

  it("resends the activation mail, accepts its code, and accepts a link once", async () => {
    const person = await new Person(side).signUp();
    const first = await person.mail();
    await person.call("activation", {});
    await expect.poll(async () => (await person.mail()).text).not.toBe(first.text);
    const token = /https?:\/\/[^/\s]+\/([A-Za-z0-9_-]{20,})/.exec(first.text)?.[1];
    const member = await person.confirm();
    expect((await member.refused("activate", { token })).code).toBe("link_expired");
    expect((await new Person(side).refused("activate", { token: "x".repeat(43) })).code).toBe("link_expired");
  });
});

describe("one domain on two instances", () => {
  it("shares its members: a sign-up on one logs in on the other", async () => {
    const person = await member("proxy");
    const again = new Person("local");
    again.email = person.email;
    await again.logIn();
    expect((await again.call("user", {})).profile.id).toBe(person.id);
  });
});
