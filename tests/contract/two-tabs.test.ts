import { beforeEach, describe, expect, it } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { count } from "./double.ts";
import { formWith, open } from "./forms.ts";
import { LOCAL, member, type Person } from "./person.ts";

describe.each(LOCAL)("a stale settings form: %s", (side) => {
  let anna: Person;
  beforeEach(async () => {
    anna = await member(side);
  });

  it("does not reveal a member who became invisible in another tab", async () => {
    const stale = await formWith(anna, "/settings/privacy", "show_read");
    await anna.call("updatePreferences", { privacy: { invisible: true } });
    expect((await stale.submit(anna, { show_read: null })).headers.location).toBe("/settings/privacy?saved");
    expect((await anna.call("preferences", {})).privacy).toMatchObject({ invisible: true, show_read: false, show_online: true });
    // The submitted form wins over the state changed meanwhile.
    const fresh = await formWith(anna, "/settings/privacy", "show_read");
    await fresh.submit(anna, { invisible: null });
    expect((await anna.call("preferences", {})).privacy).toMatchObject({ invisible: false, show_read: false });
  });

  it("does not resume mails that an unsubscribe link stopped", async () => {
    const stale = await formWith(anna, "/settings/notifications", "like.mail");
    await anna.call("updatePreferences", { notifications: { like: { mail: false } } });
    await stale.submit(anna, { "match.mail": null });
    const { like, match, message } = (await anna.call("preferences", {})).notifications;
    expect([like.mail, match.mail, message.mail]).toEqual([false, false, true]);
  });

  it("does not raise a limit that another tab lowered", async () => {
    await anna.call("updatePreferences", { limits: { week: 9000 } });
    const stale = await formWith(anna, "/settings/spending", "week");
    await anna.call("updatePreferences", { limits: { day: 1000, week: 8000 } });
    await stale.submit(anna, { month: "200" });
    const { limits, raise } = (await anna.call("preferences", {})).spending;
    expect([limits, raise]).toEqual([{ day: 1000, week: 8000, month: 20000 }, null]);
  });

  it("reports a passkey that another tab removed", async () => {
    const id = `passkey-${anna.id}`;
    const columns = "id, account_id, rp_id, public_key, name, created_at";
    await count(`INSERT INTO passkeys (${columns}) VALUES (?, ?, 'localhost', '', 'Phone', 0) RETURNING 1 n`, id, anna.id);
    const { forms } = await open(anna, "/settings/passkeys");
    const stale = forms.filter(({ names }) => names.includes("passkey"));
    expect(stale).toHaveLength(2);
    await count("DELETE FROM passkeys WHERE id = ? RETURNING 1 n", id);
    for (const form of stale) {
      const { status, headers } = await form.submit(anna, form.names.includes("password") ? { password: PASSWORD } : {});
      expect([status, headers.location]).toEqual([302, "/settings/passkeys?saved=removed"]);
    }
  });
});
