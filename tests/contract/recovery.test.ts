import { describe, expect, inject, it } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { LOCAL, letters, member, Person, SIDES, unconfirmed } from "./person.ts";

const NEW = "seven quiet lakes";
let made = 0;
const fresh = () => `new${letters(Date.now())}${made++}@example.org`;

/** Token of the newest mail to an address. */
async function tokenTo(address: string, side: (typeof SIDES)[number]): Promise<string> {
  const reader = new Person(side);
  reader.email = address;
  const { text } = await reader.mail();
  const link = /https?:\/\/\S*[A-Za-z0-9_-]{44}/.exec(text)?.[0] ?? "";
  // In proxy mode too, the link leads to the proxy's host.
  expect(new URL(link).origin).toBe(`http://localhost:${inject(side)}`);
  return link.slice(-44);
}

describe.each(SIDES)("recovery: %s", (side) => {
  it("changes the password, renews this session and ends the others", async () => {
    const owner = await member(side);
    const elsewhere = new Person(side);
    elsewhere.email = owner.email;
    await elsewhere.logIn();
    const cookie = owner.cookies.get("session");

    const { fields } = await owner.refused("changePassword", { old_password: "wrong", password: NEW, password_repeat: "other" });
    expect(fields).toMatchObject([
      { field: "old_password", message: "Please check your old password." },
      { field: "password_repeat", message: "The entered passwords are not the same." },
    ]);
    expect(await owner.call("changePassword", { old_password: PASSWORD, password: NEW, password_repeat: NEW })).toEqual({
      changed: true,
    });
    expect(owner.cookies.get("session")).not.toBe(cookie);
    expect((await owner.call("user", {})).email).toBe(owner.email);
    expect((await elsewhere.refused("user", {})).code).toBe("authentication_required");
    const thief = new Person(side);
    thief.cookies.set("session", cookie ?? "");
    expect((await thief.refused("user", {})).code).toBe("authentication_required");
    expect((await owner.mail()).subject).toBe("Your password for Liaison was changed");
    await new Person(side).call("login", { email: owner.email, password: NEW });
  });

  it("changes the address by the mail's link, and names the error of an invalid one", async () => {
    const owner = await member(side);
    const said = async (email: string, password = PASSWORD) =>
      (await owner.refused("requestMailChange", { email, password })).fields?.map(({ field, message }) => [field, message]);
    const other = await unconfirmed(side);
    expect(await said(other.email)).toEqual([["email", "This email address already owns an account on this website."]]);
    expect(await said("nobody")).toEqual([["email", "New email adress is invalid."]]);
    expect(await said(fresh(), "wrong")).toEqual([["password", "This password is not right."]]);

    const to = fresh();
    expect(await owner.call("requestMailChange", { email: to, password: PASSWORD })).toEqual({ sent: true });
    const token = await tokenTo(to, side);
    const visitor = new Person(side);
    expect(await visitor.call("confirmMailChange", { token })).toEqual({ email: to });
    const again = await visitor.refused("confirmMailChange", { token });
    expect(again).toMatchObject({ code: "link_expired", message: "Link expired or invalid, request a new email" });
    expect((await owner.call("user", {})).email).toBe(to);
  });

  it("undoes a change of address, and continues with a new password", async () => {
    const owner = await member(side);
    const to = fresh();
    await owner.call("requestMailChange", { email: to, password: PASSWORD });
    const [link, back] = [await tokenTo(to, side), await tokenTo(owner.email, side)];
    const visitor = new Person(side);
    await visitor.call("confirmMailChange", { token: link });
    const { email, profile, token } = await visitor.call("undoMailChange", { token: back });
    expect([email, profile]).toEqual([owner.email, owner.id]);
    expect((await owner.refused("user", {})).code).toBe("authentication_required");
    expect((await visitor.refused("login", { email: to, password: PASSWORD })).code).toBe("login_failed");
    await visitor.call("resetPassword", { token: token ?? "", password: NEW, password_repeat: NEW });
    expect((await visitor.call("user", {})).email).toBe(owner.email);
  });
});

describe.each(LOCAL)("recovery: %s", (side) => {
  it("shows a pending change to its member, resends its mail and cancels it", async () => {
    const owner = await member(side);
    const to = fresh();
    await owner.call("requestMailChange", { email: to, password: PASSWORD });
    const { email, expires_at } = await owner.call("pendingMailChange", {});
    expect(email).toBe(to);
    expect(Date.parse(expires_at ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
    // A repeat within a minute sends no new mail, so the first link stays valid.
    expect(await owner.call("repeatMailChange", {})).toEqual({ sent: true });
    const token = await tokenTo(to, side);
    const visitor = new Person(side);
    expect(await visitor.call("mailChangeLink", { token })).toEqual({ state: "open", email: to });
    expect(await owner.call("cancelMailChange", {})).toEqual({ cancelled: true });
    expect(await owner.call("pendingMailChange", {})).toEqual({ email: null, expires_at: null });
    expect(await visitor.call("mailChangeLink", { token })).toEqual({ state: "expired", email: null });
    expect((await owner.refused("repeatMailChange", {})).code).toBe("link_expired");
  });
});
