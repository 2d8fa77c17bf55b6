import { describe, expect, inject, it } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { LOCAL, member, Person, SIDES, unconfirmed } from "./person.ts";

const tokenIn = (text: string) => /https?:\/\/[^/\s]+\/(a[\w-]{43})/.exec(text)?.[1] ?? "";
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? "";

describe.each(SIDES)("an unconfirmed address: %s", (side) => {
  it("is corrected; the new code confirms, and the old link fails", async () => {
    const person = await new Person(side).signUp();
    const wrong = tokenIn((await person.mail()).text);
    const right = `right.${person.email}`;
    const refused = await person.refused("correctAddress", { email: "nobody", password: "not hers" });
    expect(refused.fields).toMatchObject([
      { field: "email", code: "new_email_invalid", message: "New email adress is invalid." },
      { field: "password", code: "password_wrong" },
    ]);
    expect(await person.call("correctAddress", { email: right, password: PASSWORD })).toEqual({ sent: true });
    person.email = right;
    expect(await person.call("user", {})).toMatchObject({ email: right, status: "not_confirmed", activated_at: null });
    expect((await person.refused("activate", { token: wrong })).code).toBe("link_expired");
    const mail = await person.mail();
    // The link leads to the host that the visitor sees, even if another server holds the members.
    expect(mail.text).toContain(`http://localhost:${inject(side)}/a`);
    const code = codeIn(mail.text);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(await person.call("activate", { code: typed })).toEqual({ status: "active", credits: 10 });
    expect((await person.call("user", {})).activated_at).not.toBe(null);
  });
});

describe.each(LOCAL)("an unconfirmed address: %s", (side) => {
  it("cannot become one that has an account", async () => {
    const [person, owner] = [await unconfirmed(side), await member(side)];
    const refused = await person.refused("correctAddress", { email: owner.email.toUpperCase(), password: PASSWORD });
    expect(refused.fields).toMatchObject([
      { field: "email", code: "email_taken", message: "This email address already owns an account on this website." },
    ]);
    expect((await person.call("user", {})).email).toBe(person.email);
  });

  it("has a link that tells its state but not its owner", async () => {
    const [person, visitor] = [await new Person(side).signUp(), new Person(side)];
    const token = tokenIn((await person.mail()).text);
    expect(await visitor.call("activationLink", { token })).toEqual({ state: "open", mine: false, removable: true });
    expect(await person.call("activationLink", { token })).toEqual({ state: "open", mine: true, removable: true });
    await visitor.call("activate", { token });
    expect(await visitor.call("activate", { token })).toEqual({ status: "active", credits: null });
    expect(await visitor.call("activationLink", { token })).toEqual({ state: "confirmed", mine: false, removable: false });
    const unknown = `a${"x".repeat(43)}`;
    expect(await visitor.call("activationLink", { token: unknown })).toEqual({ state: "expired", mine: false, removable: false });
  });

  it("is removed by its owner, which logs the account out", async () => {
    const [person, stranger] = [await new Person(side).signUp(), new Person(side)];
    const token = tokenIn((await person.mail()).text);
    expect(await stranger.call("removeAddress", { token })).toEqual({ removed: true });
    expect((await person.refused("user", {})).code).toBe("authentication_required");
    expect((await stranger.refused("removeAddress", { token })).code).toBe("link_expired");
    // The address is free again.
    const again = new Person(side);
    expect((await again.refused("requestReset", { email: person.email })).fields).toMatchObject([{ code: "email_unknown" }]);
  });
});
