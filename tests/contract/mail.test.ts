import { describe, expect, inject, it } from "vitest";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import { signatureOf } from "#worker/delivery/mail/reports.ts";
import { createUnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { ask } from "./http.ts";
import { LOCAL, member, Person, SIDES } from "./person.ts";

const links = createUnsubscribeLinks((text) => hmac(LOCAL_SECRETS.PASSWORD_PEPPER, text));

/** A delivery report as the mail provider sends it, to the instance with the members. */
async function report(said: Record<string, unknown>, port = inject("local")) {
  const body = JSON.stringify({ id: crypto.randomUUID(), ...said });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = await signatureOf(LOCAL_SECRETS.MAIL_REPORT_SANDBOX, { timestamp, body });
  const headers = { "report-timestamp": timestamp, "report-signature": `v1=${signature}` };
  return ask({ port, method: "POST", path: "/api/mail-report.php?provider=sandbox", headers, body });
}

describe.each(SIDES)("mails to a member: %s", (side) => {
  it("stop by an unsubscribe link, which the settings show and undo", async () => {
    const anna = await member(side);
    const token = await links.token("liaison", anna.id, "message");
    const visitor = new Person(side);
    expect(await visitor.call("unsubscription", { token })).toMatchObject({ type: "message", stopped: [] });
    const press = await visitor.request("POST", `/${token}`, "List-Unsubscribe=One-Click", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([press.status, press.text]).toEqual([200, ""]);
    expect((await visitor.call("unsubscription", { token })).stopped).toEqual(["message"]);
    expect((await anna.call("preferences", {})).notifications.message.mail).toBe(false);
    expect((await anna.call("user", {})).unsubscribed).toEqual(["message"]);

    expect((await visitor.call("unsubscribe", { token, all: true })).stopped).toEqual([
      "message",
      "request",
      "match",
      "like",
      "search",
      "photo",
      "gift",
      "photo_request",
      "photo_answer",
      "site_news",
    ]);
    await anna.call("updatePreferences", { notifications: { message: { mail: true } } });
    expect((await anna.call("user", {})).unsubscribed).toEqual([
      "request",
      "match",
      "like",
      "search",
      "photo",
      "gift",
      "photo_request",
      "photo_answer",
    ]);
  });
});

describe.each(LOCAL)("mails to a member: %s", (side) => {
  it("are listed with their delivery status, without their text, for the member only", async () => {
    const anna = await (await new Person(side).signUp()).confirm();
    // The mail goes through a queue.
    await expect
      .poll(async () => (await anna.call("mails", {})).mails)
      .toMatchObject([{ template: "activation", status: "sent", attempts: 1, reason: null, next_try_at: null }]);
    const { mails } = await anna.call("mails", {});
    expect(anna.last.text).not.toMatch(/@|http|\d{6}"/);
    const other = await new Person(side).signUp();
    expect((await other.call("mails", {})).mails.map(({ id }) => id)).not.toContain(mails[0]?.id);
  });

  it("are disabled by reports, and the member resumes them", async () => {
    const anna = await member(side);
    const state = async () => {
      const { notifications_disabled, unsubscribed } = await anna.call("user", {});
      return [notifications_disabled, unsubscribed];
    };
    for (const said of [{ event: "fbl" }, { event: "bounce" }, { event: "listunsubscribe", type: "like" }])
      expect((await report({ ...said, address: anna.email.toUpperCase() })).status).toBe(200);
    expect(await state()).toEqual([["fbl", "bounce", "listunsubscribe"], ["like"]]);
    const page = (await anna.request("GET", "/settings/mails")).text;
    expect(page).toContain(`Mails to ${anna.email} came back.`);
    expect(page).not.toContain("You get them at");

    await anna.call("resumeMails", { reason: "fbl" });
    expect(await state()).toEqual([["bounce", "listunsubscribe"], ["like"]]);
    await anna.call("resumeMails", { reason: "bounce" });
    expect((await anna.mail()).subject).toBe("Your mails from Liaison arrive again");
    expect((await anna.refused("resumeMails", { reason: "listunsubscribe" })).code).toBe("invalid");
    await anna.call("resumeMails", { reason: "listunsubscribe", type: "like" });
    // A kind that an earlier client may name.
    await anna.call("resumeMails", { reason: "listunsubscribe", type: "offers" });
    expect(await state()).toEqual([[], []]);
    expect((await anna.call("preferences", {})).notifications.like.mail).toBe(true);

    // The resend limit applies.
    for (let trial = 1; trial <= 3; trial++) {
      await report({ event: "bounce", address: anna.email });
      const answer = await anna.send("resumeMails", { reason: "bounce" });
      expect(answer.status).toBe(trial < 3 ? 200 : 429);
    }
  });
});

it("only the instance with the members accepts a delivery report", async () => {
  expect((await report({ event: "fbl", address: "a@example.org" }, inject("proxy"))).status).toBe(404);
});
