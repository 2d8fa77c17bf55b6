import { describe, expect, it } from "vitest";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { LOCAL, member, Person, SIDES } from "./person.ts";
import { inStore } from "./served-store.ts";

const WHO = {
  gender: "male",
  looking_for: "female",
  date_of_birth_day: "7",
  date_of_birth_month: "4",
  date_of_birth_year: "1990",
  country: "NL",
};

describe.each(SIDES)("the sign-up draft: %s", (side) => {
  it("belongs to its browser until the account exists", async () => {
    const [anna, other] = [new Person(side), new Person(side)];
    await anna.call("saveSignupDraft", { step: "account", values: { ...WHO, name: "Half.way" } });
    expect(anna.cookies.get("draft")).toMatch(/^[\w-]{43}\.[0-9a-z]{8}$/);
    const [line] = anna.last.headers["set-cookie"] ?? [];
    expect(line).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await anna.call("signupDraft", {})).toMatchObject({ step: "account", values: { name: "Half.way" } });
    expect((await other.send("signupDraft", {})).status).toBe(204);
    await anna.signUp();
    expect(anna.cookies.has("draft")).toBe(false);
    expect((await anna.send("signupDraft", {})).status).toBe(204);
  });
});

describe.each(LOCAL)("the sign-up draft: %s", (side) => {
  it("is announced only for steps that were submitted", async () => {
    const anna = new Person(side);
    await anna.call("saveSignupDraft", { step: "account", values: WHO });
    const back = (await anna.request("GET", "/signup")).text;
    expect(back).toContain("Good to see you again");
    expect(back).toContain("How you will log in");
    await anna.call("saveSignupDraft", { step: "account", values: { ...WHO, email: "half@example.org" } });
    const sent = (await anna.request("GET", "/signup")).text;
    expect(sent).toContain("We kept what you had typed, except the password.");
    expect(sent).toContain('value="half@example.org"');
    // The earlier answer is marked.
    await anna.call("saveSignupDraft", { step: "gender", values: WHO });
    expect((await anna.request("GET", "/signup")).text).toMatch(/<button aria-current="true"[^>]*value="male"/);
  });

  it("is deleted by a restart, and never stored for a minor", async () => {
    const anna = new Person(side);
    await anna.call("saveSignupDraft", { step: "gender", values: WHO });
    await anna.call("dropSignupDraft", {});
    expect(anna.cookies.has("draft")).toBe(false);
    await anna.call("saveSignupDraft", { step: "gender", values: WHO });
    const young = { ...WHO, date_of_birth_year: String(new Date().getFullYear() - 16) };
    const { fields } = await anna.refused("saveSignupDraft", { step: "gender", values: young });
    expect(fields).toMatchObject([{ field: "date_of_birth", code: "under_age" }]);
    expect((await anna.send("signupDraft", {})).status).toBe(204);
  });
});

describe.each(LOCAL)("a member of the tests: %s", (side) => {
  it("has the rows that sign-up and confirmation write", async () => {
    const [signedUp, inserted] = [await (await new Person(side).signUp()).confirm(), await member(side)];
    const rows = await rowsOf(signedUp);
    expect(rows.map((table) => table.length)).toEqual([1, 1, 2, 1]);
    expect(await rowsOf(inserted)).toEqual(rows);
  });
});

/** What two members share: of ids, slots, times, hashes, names and addresses only whether they are there. */
async function rowsOf({ id }: Person): Promise<Record<string, unknown>[][]> {
  const own = /^(id|account_id|cause|email|name|name_key|slot)$|_at$|_hash$/;
  const shared = ([column, value]: [string, unknown]) => [column, own.test(column) && value !== null ? "own" : value];
  const tables = await inStore<Record<string, unknown>>(
    { sql: "SELECT * FROM accounts WHERE id = ?", values: [id] },
    { sql: "SELECT * FROM profiles WHERE id = ?", values: [id] },
    { sql: "SELECT * FROM consents WHERE account_id = ? ORDER BY kind", values: [id] },
    { sql: "SELECT * FROM ledger WHERE account_id = ?", values: [id] },
  );
  return tables.map((rows) => rows.map((row) => Object.fromEntries(Object.entries(row).map(shared))));
}

describe.each(SIDES)("a domain by invitation: %s", (side) => {
  it("opens for a traffic source's signed link, not for its name alone", async () => {
    const signed = await signedSource(LOCAL_SECRETS.PASSWORD_PEPPER);
    const { network, sig } = signed;
    const visitor = () => {
      const person = new Person(side);
      return { person, headers: { host: `velvet.localhost:${person.port}` } };
    };
    const forged = `${sig.slice(0, -1)}${sig.endsWith("A") ? "B" : "A"}`;
    for (const tracking of [
      undefined,
      { network: "invite" },
      { network },
      { network: "invite", sig },
      { network, sig: forged },
    ]) {
      const { person, headers } = visitor();
      const form = signupForm({ country: "GB", tracking });
      expect((await person.refused("signup", form, headers)).code, JSON.stringify(tracking)).toBe("signup_closed");
      expect((await person.refused("members", tracking ?? {}, headers)).code).toBe("authentication_required");
    }
    const { person, headers } = visitor();
    expect((await person.request("GET", "/signup?network=invite", undefined, headers)).text).not.toContain('name="gender"');
    await person.request("GET", `/?${new URLSearchParams(signed)}`, undefined, headers);
    // The cookie of the link opens the page, which passes it on.
    const page = (await person.request("GET", "/signup", undefined, headers)).text;
    expect(page).toContain('name="gender"');
    // The site shows members after a proof of age: no visitor sees any.
    expect((await person.refused("members", signed, headers)).code).toBe("authentication_required");
    const input = signupForm({ country: "GB", name: `Signed.${side}`, tracking: signed });
    expect(await person.call("signup", input, headers)).toEqual({ check_mail: true });
  });

  it("answers a taken name alike, and its owner chooses another after the confirmation", async () => {
    const tracking = await signedSource(LOCAL_SECRETS.PASSWORD_PEPPER);
    const signedUp = async (name: string) => {
      const person = new Person(side);
      person.email = `${name}.${side}@example.org`.toLowerCase();
      const headers = { host: `velvet.localhost:${person.port}` };
      const form = signupForm({ country: "GB", name: `Wanted.${side}`, email: person.email, tracking });
      expect(await person.call("signup", form, headers)).toEqual({ check_mail: true });
      await person.call("activate", { token: await person.mailed(/https?:\/\/[^/\s]+\/([A-Za-z0-9_-]{20,})/) }, headers);
      return { person, headers };
    };
    const first = await signedUp("first");
    expect(await first.person.call("user", {}, first.headers)).toMatchObject({ wanted_name: null });
    const { person, headers } = await signedUp("second");
    const { profile, wanted_name } = await person.call("user", {}, headers);
    expect([profile.name, wanted_name]).toEqual([expect.stringMatching(`^Wanted\\.${side}\\d{4}$`), `Wanted.${side}`]);
    const { fields } = await person.refused("chooseName", { name: `wanted.${side}` }, headers);
    expect(fields).toMatchObject([{ field: "name", code: "name_taken", message: "This username is already taken." }]);
    const chosen = { profile: { name: `Chosen.${side}` }, wanted_name: null };
    expect(await person.call("chooseName", { name: `Chosen.${side}` }, headers)).toMatchObject(chosen);
    expect(await person.call("user", {}, headers)).toMatchObject(chosen);
  });
});
