import { describe, expect, inject, it } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { LOCAL, member, Person, SIDES, unconfirmed } from "./person.ts";

const NEW = "seven quiet lakes";

describe.each(SIDES)("password reset: %s", (side) => {
  const tokenOf = async (person: Person) => {
    const { text } = await person.mail();
    const link = /https?:\/\/\S+\/reset-password\/do\?token=\S+/.exec(text)?.[0] ?? "";
    expect(link).toContain(`http://localhost:${inject(side)}/`);
    return new URL(link).searchParams.get("token") ?? "";
  };

  it("sets a new password by the mail's link, ends other sessions and logs in", async () => {
    const owner = await member(side);
    const visitor = new Person(side);
    expect(await visitor.call("requestReset", { email: owner.email.toUpperCase() })).toEqual({ sent: true });
    const token = await tokenOf(owner);

    const { fields } = await visitor.refused("resetPassword", { token, password: "short", password_repeat: NEW });
    expect(fields).toMatchObject([
      { field: "password", code: "too_short" },
      { field: "password_repeat", code: "passwords_differ", message: "The entered passwords are not the same." },
    ]);
    const same = await visitor.refused("resetPassword", { token, password: PASSWORD, password_repeat: PASSWORD });
    expect(same.fields).toMatchObject([{ field: "password", message: "This is your password already. Choose another one." }]);
    const user = await visitor.call("resetPassword", { token, password: NEW, password_repeat: NEW });
    expect(user.profile.id).toBe(owner.id);
    expect((await visitor.call("user", {})).email).toBe(owner.email);
    expect((await owner.refused("user", {})).code).toBe("authentication_required");

    const again = await visitor.refused("resetPassword", { token, password: NEW, password_repeat: NEW });
    expect(again).toMatchObject({ code: "link_expired", message: "Link expired or invalid, request a new email" });
    const elsewhere = new Person(side);
    expect((await elsewhere.refused("login", { email: owner.email, password: PASSWORD })).code).toBe("login_failed");
    await elsewhere.call("login", { email: owner.email, password: NEW });
  });
});

describe.each(LOCAL)("password reset: %s", (side) => {
  it("names the error of an address, and stops after three mails a day", async () => {
    const visitor = new Person(side);
    const said = async (email: string) => (await visitor.refused("requestReset", { email })).fields?.[0]?.message;
    expect(await said("nobody")).toBe("Invalid email");
    expect(await said("nobody.at.all@example.org")).toBe("E-mail address not found");
    const owner = await unconfirmed(side);
    for (let i = 0; i < 3; i++) await visitor.call("requestReset", { email: owner.email });
    const refusal = await visitor.refused("requestReset", { email: owner.email });
    expect(refusal.message).toBe("Too many password reset emails sent, please try again tomorrow.");
    expect(refusal.retry_after).toBeGreaterThan(23 * 3600);
  });
});
