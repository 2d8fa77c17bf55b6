import { expect, test } from "vitest";
import { refundState } from "./refund-state.ts";

const CLOSED = { status: "superseded", refusal: null, refund: null, by_two: true, left: 0, currency: "EUR" } as const;

test("a closed proposal names what is not paid back, and says only of a whole payment that it is", () => {
  const rest = refundState({ ...CLOSED, left: 700 });
  expect(rest).toContain("€7.00 is not paid back, and can be proposed anew");
  expect(rest).not.toContain("all of the payment");
  expect(refundState(CLOSED)).toBe("closed: all of the payment is paid or taken back, or about to be");
});

test("a proposal says who is awaited, why it was refused, and what became of its refund", () => {
  const proposed = { ...CLOSED, status: "proposed" } as const;
  expect([refundState(proposed), refundState({ ...proposed, by_two: false })]).toEqual([
    "waits for a second person",
    "about to take effect",
  ]);
  expect(refundState({ ...CLOSED, status: "refused", refusal: "not_due" })).toBe("refused: Nothing is due");
  expect(refundState({ ...CLOSED, status: "approved", refund: "failed" })).toBe("approved, refused by the provider");
});
