import { expect, test } from "vitest";
import { inMembersArea, staysInArea } from "./area.shared.ts";

const origin = "http://localhost:8787";
const navigate = (referrer: string) => staysInArea({ type: "navigate", referrer, origin });

test.each(["/members", "/members/abc", "/chats", "/likes", "/likes/sent", "/likes/matches", "/likes/m/abc", "/premium"])(
  "%s is in the members area",
  (path) => expect(inMembersArea(path)).toBe(true),
);

test.each([
  "/",
  "/credits",
  "/chats/abc",
  "/members/abc/chat",
  "/members/abc/landing",
  "/likes/other",
  "/profile",
  "/settings",
  "/premium/x",
  "/pricing",
  "/membership",
])("%s is not", (path) => expect(inMembersArea(path)).toBe(false));

test("a stay goes on by a reload and from page to page of the area", () => {
  expect(navigate(`${origin}/likes?cursor=x`)).toBe(true);
  expect(staysInArea({ type: "reload", referrer: "", origin })).toBe(true);
});

test("a stay begins when one comes from elsewhere, from nowhere, or back", () => {
  for (const referrer of [`${origin}/credits`, `${origin}/chats/abc`, "https://elsewhere.example/members", "", "nonsense"])
    expect(navigate(referrer)).toBe(false);
  expect(staysInArea({ type: "back_forward", referrer: `${origin}/members`, origin })).toBe(false);
});
