import { describe, expect, it } from "vitest";
import { LOCAL, member, Person, SIDES, type Side } from "./person.ts";

async function elsewhere(side: Side, person: Person): Promise<Person> {
  const other = new Person(side);
  other.email = person.email;
  return other.logIn();
}

describe.each(SIDES)("devices: %s", (side) => {
  it("that are new trigger a mail with links to the pages' host", async () => {
    const anna = await member(side);
    await elsewhere(side, anna);
    const { subject, text } = await anna.mail();
    expect(subject).toBe("A new device has logged in to Liaison");
    expect(text).toContain(`http://localhost:${anna.port}/reset-password`);
  });
});

describe.each(LOCAL)("devices: %s", (side) => {
  it("are listed, and logged out one by one or all at once", async () => {
    const anna = await member(side);
    const phone = await elsewhere(side, anna);
    const { sessions } = await anna.call("sessions", {});
    expect(sessions.map(({ current, new_device }) => [current, new_device])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await anna.call("endSessions", { session: sessions[1]?.id ?? "" })).toEqual({ ended: 1 });
    expect((await phone.refused("user", {})).code).toBe("authentication_required");
    const tablet = await elsewhere(side, anna);
    expect(await anna.call("endSessions", { all: true, keep_this: true })).toEqual({ ended: 1 });
    expect((await tablet.refused("user", {})).code).toBe("authentication_required");
    await anna.call("user", {});
    const desk = await elsewhere(side, anna);
    expect(await anna.call("endSessions", { all: true })).toEqual({ ended: 2 });
    for (const one of [anna, desk]) expect((await one.refused("user", {})).code).toBe("authentication_required");
    // The browser keeps a log-out mark.
    expect(anna.cookies.get("session")).toMatch(/^out\./);
  });

  it("cannot be logged out with neither or both parameters", async () => {
    const anna = await member(side);
    for (const input of [{}, { all: false }, { session: "x", all: true }, { session: 7 }])
      expect((await anna.refused("endSessions", input as never)).code).toBe("invalid");
  });
});
