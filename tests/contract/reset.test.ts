import { describe, expect, inject, it } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { formWith } from "./forms.ts";
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
  it("says that it worked when its form is pressed twice, and the second press opens nothing", async () => {
    const owner = await member(side);
    const visitor = new Person(side);
    await visitor.call("requestReset", { email: owner.email });
    const token = await owner.mailed(/reset-password\/do\?token=(\S+)/);
    const stranger = new Person(side);
    const form = await formWith(stranger, `/reset-password/do?token=${token}`, "password");
    const typed = { password: NEW, password_repeat: NEW };
    const both = await Promise.all([form.submit(visitor, typed), form.submit(stranger, typed)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 302]);
    const [again] = both.filter(({ status }) => status === 200);
    expect(again?.text).toContain("Your new password works");
    expect(again?.text).not.toMatch(/expired|Request a new/);
    expect([visitor, stranger].filter(({ cookies }) => cookies.has("session"))).toHaveLength(1);
    const another = await form.submit(new Person(side), { password: `${NEW} 2`, password_repeat: `${NEW} 2` });
    expect(another.text, "which password holds").toContain("The one that was sent first is valid");
    const reader = new Person(side);
    const later = await reader.request("GET", `/reset-password/do?token=${token}`);
    expect([later.status, later.text.includes("Your new password works")]).toEqual([200, true]);
    expect([...reader.cookies.keys()].filter((name) => name !== "sheets")).toEqual([]);
    await new Person(side).call("login", { email: owner.email, password: NEW });
  });

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
