import { describe, expect, it } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { virtualAuthenticator } from "#tests/setup/virtual-authenticator.ts";
import { member, Person, SIDES } from "./person.ts";

describe.each(SIDES)("a passkey: %s", (side) => {
  it("is made, logs in alone on another browser, is renamed and removed", async () => {
    const anna = await member(side);
    const key = await virtualAuthenticator();
    const browser = { origin: `http://localhost:${anna.port}` };
    const options = await anna.call("newPasskey", { password: PASSWORD });
    expect(options.rp.id).toBe("localhost");
    const added = await anna.call("addPasskey", { name: "My phone", credential: await key.create(options, browser) });
    expect(added.passkeys).toMatchObject([{ id: key.id, name: "My phone", last_used_at: null }]);

    const other = new Person(side);
    const asked = await other.call("passkeyChallenge", {});
    const broken = await key.get(asked, { ...browser, broken: true });
    expect((await other.refused("passkeyLogin", { credential: broken })).code).toBe("login_failed");
    expect(other.cookies.has("session")).toBe(false);
    const credential = await key.get(await other.call("passkeyChallenge", {}), browser);
    expect((await other.call("passkeyLogin", { credential })).profile.id).toBe(anna.id);
    expect((await other.call("user", {})).profile.id).toBe(anna.id);

    const { passkeys } = await anna.call("renamePasskey", { passkey: key.id, name: "Old phone" });
    expect(passkeys).toMatchObject([{ name: "Old phone", last_used_at: expect.any(String) }]);
    expect((await anna.call("passkeys", {})).passkeys).toEqual(passkeys);
    expect((await anna.call("removePasskey", { passkey: key.id, password: PASSWORD })).passkeys).toEqual([]);
    const late = await key.get(await other.call("passkeyChallenge", {}), browser);
    expect((await new Person(side).refused("passkeyLogin", { credential: late })).code).toBe("login_failed");
  });
});
