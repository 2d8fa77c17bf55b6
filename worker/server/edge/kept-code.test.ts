import { expect, test } from "vitest";
import { keptCodeOf } from "./kept-code.ts";

function kept(path: string, cookie = "") {
  const url = new URL(path, "http://localhost");
  return keptCodeOf(new Request(url, { headers: { cookie } }), url, false);
}

test("a code in the link of any page is kept, as the tables write it, until another link brings another", () => {
  const line = "discountcode=SPRING20; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax";
  for (const path of [
    "/?discountcode=spring20",
    "/members/x?a=1&discountcode=%20Spring20%20",
    "/?discountcode=%E2%80%8Bspring20",
  ])
    expect(kept(path)).toEqual({ keptCode: "SPRING20", codeLine: line });
  expect(kept("/", "discountcode=SPRING20")).toEqual({ keptCode: "SPRING20", codeLine: null });
  expect(kept("/?discountcode=SPRING20", "discountcode=SPRING20").codeLine, "written once").toBeNull();
  expect(kept("/?discountcode=OTHER", "discountcode=SPRING20")).toMatchObject({ keptCode: "OTHER" });
});

test("neither a call, a picture nor what is no code is kept", () => {
  const nothing = { keptCode: null, codeLine: null };
  expect(kept("/api/discountcode.php?discountcode=SPRING20")).toEqual(nothing);
  for (const code of ["", "a", "<script>", "x".repeat(41), "A%0d%0aB"]) expect(kept(`/?discountcode=${code}`)).toEqual(nothing);
  expect(kept("/", "discountcode=<b>")).toEqual(nothing);
  expect(kept("/?discountcode=%F0", "discountcode=SPRING20").keptCode).toBe("SPRING20");
});
