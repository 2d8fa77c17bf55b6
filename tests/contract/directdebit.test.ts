import { describe, expect, it } from "vitest";
import { member, type Person, SIDES } from "./person.ts";
import { served } from "./served-store.ts";

/** A number gets a few SMS, an account one debit: each side has its own. */
const MOBILE = { local: "+31612340001", proxy: "+31612340002" } as const;
const IBAN = { local: "NL91 ABNA 0417 1643 00", proxy: "IBAN: NL20 INGB 0001 2345 67" } as const;
const ACCOUNT = {
  holder: "Anna Bergsson",
  street: "Herengracht 1",
  postcode: "1015 BA",
  city: "Amsterdam",
  country: "NL",
} as const;

/** The code of the newest SMS, which the instance with the members sends. */
async function codeFor(number: string): Promise<string> {
  const messages = (await (await fetch(`http://localhost:${served.local}/dev/sms.json`)).json()) as {
    to: string;
    text: string;
  }[];
  return /\d{6}/.exec(messages.find(({ to }) => to === number)?.text ?? "")?.[0] ?? expect.unreachable();
}

const start = (who: Person) =>
  who.call("directdebit", { step: "start", package: "c25", mobile: MOBILE[who.side], iban: IBAN[who.side], ...ACCOUNT });

describe.each(SIDES)("a direct debit: %s", (side) => {
  it("is started, confirmed by an SMS code and signed, and a stranger sees nothing of it", async () => {
    const [anna, bea] = [await member(side), await member(side)];
    const { mandate, payment } = await start(anna);
    expect([mandate.status, mandate.iban_end, payment]).toEqual(["started", IBAN[side].replaceAll(" ", "").slice(-4), null]);
    const code = await codeFor(MOBILE[side]);
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await anna.refused("directdebit", { step: "verify", mandate: mandate.id, code: wrong })).code).toBe("invalid");
    const verified = await anna.call("directdebit", { step: "verify", mandate: mandate.id, code });
    expect(verified.mandate).toMatchObject({ id: mandate.id, status: "verified", code_until: null });
    const { mandate: shown } = await anna.call("mandate", { id: mandate.id });
    // The day of collection is counted from now.
    expect({ ...shown, collected_on: "" }).toEqual({ ...verified.mandate, collected_on: "" });
    expect((await bea.refused("mandate", { id: mandate.id })).code).toBe("not_found");

    const sign = { step: "sign", mandate: mandate.id, authorise: true } as const;
    expect((await bea.refused("directdebit", sign)).code).toBe("not_found");
    const { amount } = await anna.call("quote", { package: "c25", method: "directdebit" });
    const signed = await anna.call("directdebit", { ...sign, expected: amount });
    expect(signed.mandate).toMatchObject({ status: "signed", payment: signed.payment });
    expect(new URL(signed.redirect ?? "").hostname).toBe("pay.localhost");
    const { payment: order } = await anna.call("payment", { id: signed.payment ?? "" });
    expect(order).toMatchObject({ method: "directdebit", status: "created", amount });
  });
});
