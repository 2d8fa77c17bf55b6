import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addAccount, contextAs, cookieStartedBy, outcomeOf } from "#tests/setup/accounts.ts";
import { writeMessage } from "#tests/setup/actions.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signUp } from "#tests/setup/signup.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { identity, signup } = servicesOf(env);
const VELVET = { host: "velvet.localhost" };

interface Someone {
  id: string;
  token: string;
  network: string;
}

/** A member who has confirmed, with a name like the wanted one. */
async function confirmed(wanted: string): Promise<Someone> {
  const { id, link } = await signUp(VELVET, { name: wanted });
  const opened = await signup.activate(await contextOf(VELVET), { token: link });
  return { id, token: cookieStartedBy(opened), network: newId() };
}

const contextFor = ({ token, network }: Someone, now = NOON) => contextAs(token, { ...VELVET, network, now });
const userOf = async (who: Someone) => identity.user(await contextFor(who));
const choose = async (who: Someone, name: string, now = NOON) =>
  outcomeOf(signup.chooseName(await contextFor(who, now), { name }));

test("who wanted a taken name is told after the confirmation and chooses once; chats follow", async () => {
  const { name } = await addAccount({ pool: "velvet" });
  const bea = await confirmed(name.toUpperCase());
  const { profile, wanted_name } = await userOf(bea);
  expect(profile.name).toMatch(new RegExp(`^${name.toUpperCase()}\\d{4}$`));
  expect(wanted_name).toBe(name.toUpperCase());
  const partner = (await addAccount({ pool: "velvet" })).id;
  await writeMessage(bea.id, partner, 1);
  const chosen = await signup.chooseName(await contextFor(bea), { name: " Béatrice.K " });
  expect([chosen.profile.name, chosen.wanted_name]).toEqual(["Béatrice.K", null]);
  expect(await userOf(bea)).toMatchObject({ profile: { name: "Béatrice.K" }, wanted_name: null });
  const listed = "SELECT other_name FROM participants WHERE member_id = ?";
  expect(await env.DB.prepare(listed).bind(partner).first("other_name")).toBe("beatrice.k");
  // Sent again it is done; another name would be a second choice.
  expect(await choose(bea, "Béatrice.K")).toBe("accepted");
  expect(await choose(bea, "Beatrix")).toBe("conflict");
  expect((await userOf(bea)).profile.name).toBe("Béatrice.K");
});

test("whose name was free has nothing to choose, nor has who keeps the present one", async () => {
  const cas = await confirmed("Cas.Free");
  expect(await userOf(cas)).toMatchObject({ profile: { name: "Cas.Free" }, wanted_name: null });
  expect(await choose(cas, "Caspar")).toBe("conflict");
  const dan = await confirmed("cas.free");
  const { name } = (await userOf(dan)).profile;
  expect(await choose(dan, name)).toBe("accepted");
  expect(await userOf(dan)).toMatchObject({ profile: { name }, wanted_name: null });
  expect(await choose(dan, "Daniel")).toBe("conflict");
});

test("a chosen name follows the rules of names; a taken one is refused, and few are tried a day", async () => {
  const { name } = await addAccount({ pool: "velvet" });
  const eve = await confirmed(name);
  const before = await userOf(eve);
  for (const [wrong, code] of [
    ["", "required"],
    ["ab", "too_short"],
    ["admin", "name_reserved"],
    ["eve@example.org", "name_contact"],
    [`${before.email}`, "name_is_email"],
  ] as const)
    expect(await choose(eve, wrong), wrong).toBe(`name: ${code}`);
  for (let tries = 0; tries < 5; tries++) expect(await choose(eve, name.toLowerCase())).toBe("name: name_taken");
  expect(await choose(eve, "Evelyne")).toBe("too_many_requests");
  expect(await userOf(eve)).toEqual(before);
  expect(await choose(eve, before.profile.name.toLowerCase(), NOON + DAY)).toBe("accepted");
});

test("two members who choose one name at once: one has it, the other is told", async () => {
  const { name } = await addAccount({ pool: "velvet" });
  const [one, other] = [await confirmed(name), await confirmed(name)];
  const outcomes = await Promise.all([choose(one, "Racing"), choose(other, "RACING")]);
  expect(outcomes.toSorted()).toEqual(["accepted", "name: name_taken"]);
});

test("many accounts of one network do not try names without end", async () => {
  const { name } = await addAccount({ pool: "velvet" });
  const network = newId();
  for (let n = 0; n < 6; n++) {
    const one = { ...(await confirmed(name)), network };
    for (let tries = 0; tries < 5; tries++) expect(await choose(one, name)).toBe("name: name_taken");
  }
  expect(await choose({ ...(await confirmed(name)), network }, name)).toBe("too_many_requests");
});
