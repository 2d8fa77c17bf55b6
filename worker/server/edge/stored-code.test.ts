import { expect, test } from "vitest";
import { storedCodeOf } from "./stored-code.ts";

function read(path: string, cookie = "") {
  const url = new URL(path, "http://localhost");
  return storedCodeOf(new Request(url, { headers: { cookie } }), url, false);
}

test("a code in the link of any page is stored, as the tables write it, until another link brings another", () => {
  const line = "discountcode=SPRING20; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax";
  for (const path of [
    "/?discountcode=spring20",
    "/members/x?a=1&discountcode=%20Spring20%20",
    "/?discountcode=%E2%80%8Bspring20",
  ])
    expect(read(path)).toEqual({ storedCode: "SPRING20", codeLine: line });
  expect(read("/", "discountcode=SPRING20")).toEqual({ storedCode: "SPRING20", codeLine: null });
  expect(read("/?discountcode=SPRING20", "discountcode=SPRING20").codeLine, "written once").toBeNull();
  expect(read("/?discountcode=OTHER", "discountcode=SPRING20")).toMatchObject({ storedCode: "OTHER" });
});

test("neither a call, a picture nor what is no code is stored", () => {
  const nothing = { storedCode: null, codeLine: null };
  expect(read("/api/discountcode.php?discountcode=SPRING20")).toEqual(nothing);
  for (const code of ["", "a", "<script>", "x".repeat(41), "A%0d%0aB"]) expect(read(`/?discountcode=${code}`)).toEqual(nothing);
  expect(read("/", "discountcode=<b>")).toEqual(nothing);
  expect(read("/?discountcode=%F0", "discountcode=SPRING20").storedCode).toBe("SPRING20");
});
