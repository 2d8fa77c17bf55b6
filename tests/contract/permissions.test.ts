import { beforeAll, describe, expect, it } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { type Line, type Outcome, ROLES, type Role, type Scene } from "./permission-line.ts";
import { MEMBERS, OPEN, PUBLIC, ROWS } from "./permission-rows.ts";
import { block, letters, member, Person, SIDES, unconfirmed } from "./person.ts";

type Said = [role: Role, outcome: Outcome];

/**
 * The visitor, and one member for each outcome. The role is decided behind the proxy, where every role asks; a proxy passes on each
 * outcome of each call.
 */
function eachOutcome([visitor, unconfirmed, ...confirmed]: Said[]): Said[] {
  const members = [...confirmed, unconfirmed as Said];
  const first = members.filter(([, outcome], index) => members.findIndex(([, one]) => one === outcome) === index);
  return [visitor as Said, ...first];
}

describe.each(SIDES)("permissions by role: %s", (side) => {
  const people = {} as Record<Role, Person>;
  const scene: Scene = { anna: new Person(side), conversation: "", photo: "", unique: "" };
  let count = 0;

  beforeAll(async () => {
    scene.anna = await member(side);
    people.visitor = new Person(side);
    people.unconfirmed = await unconfirmed(side);
    people.member = await member(side);
    people.other = await member(side);
    people.blocked = await member(side);
    await block(scene.anna, people.blocked);
    scene.photo = (await scene.anna.call("addPhoto", { file: phonePhoto() })).photos[0]?.id as string;
    const { message } = await people.member.call("sendMessage", {
      profile: scene.anna.id,
      text: "First",
      client_id: `first-${people.member.id}`,
    });
    scene.conversation = message.conversation;
  });

  // Rows first, in their order: some prepare the calls that follow.
  it.each([...new Set([...Object.keys(ROWS), ...Object.keys(CALLS)])] as CallName[])("%s", async (name) => {
    const { input = () => ({}), changesPerson, ...row }: Partial<Line> = ROWS[name] ?? {};
    const outcomes = row.outcomes ?? (PUBLIC.has(name) ? OPEN : MEMBERS);
    const expected = Object.entries(Object.fromEntries(ROLES.map((role, index) => [role, outcomes?.[index]]))) as Said[];
    const asked = side === "local" ? expected : eachOutcome(expected);
    const found: Said[] = [];
    for (const [role] of asked) {
      const person = changesPerson ? await twin(people[role], role) : people[role];
      scene.unique = `${letters(Date.now())}${letters(count++)}${side[0]}`;
      const { status } = await person.send(name, input(scene));
      found.push([role, status < 300 ? "ok" : person.refusal().code]);
    }
    expect(found).toEqual(asked);
  });

  /** The same account in a second browser. */
  async function twin(person: Person, role: Role): Promise<Person> {
    const other = new Person(side);
    other.email = person.email;
    return role === "visitor" ? other : other.logIn();
  }
});
