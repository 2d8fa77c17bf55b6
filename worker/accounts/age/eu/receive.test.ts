import "cloudflare:workers";
import { expect, test } from "vitest";
import { LOCAL_LIST } from "#worker/accounts/age/local-list.ts";
import { answerBrowser, answerLink, type Choice } from "#worker/server/dev/wallet/answers.ts";
import { beginEu, parseDirectPost, receiveBrowser, receiveVpToken } from "./index.ts";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const PAGE = {
  origin: "https://velvet.example",
  responseUri: "https://velvet.example/api/age-answer.php",
  state: "s".repeat(22),
};
const rest = { trust: LOCAL_LIST, now: NOW, fetch };

const OUTCOMES: [Choice, string, string][] = [
  ["over", "over", "over"],
  ["under", "under", "under"],
  ["expired", "expired", "expired"],
  ["unknown_issuer", "unknown_issuer", "unknown_issuer"],
  ["replayed", "other_request", "wrong_device"],
  ["other_site", "other_request", "wrong_device"],
];

test.each(OUTCOMES)("the test wallet's choice %s by the browser and by the link", async (choice, byBrowser, byLink) => {
  const { browser, link, secret } = await beginEu(PAGE);
  const kept = JSON.parse(JSON.stringify(secret));
  const answer = await answerBrowser(browser, PAGE.origin, choice, NOW);
  const first = await receiveBrowser({ answer, secret: kept, ...rest });
  expect(first.kind === "failed" ? first.reason : first.kind).toBe(byBrowser);

  const asked = Object.fromEntries(new URL(link).searchParams) as never;
  const post = parseDirectPost(await answerLink(asked, choice, NOW));
  if (!post || !("vpToken" in post)) throw new Error("no token");
  expect(post.state).toBe(PAGE.state);
  const second = await receiveVpToken({ vpToken: post.vpToken, secret: kept, ...rest });
  expect(second.kind === "failed" ? second.reason : second.kind).toBe(byLink);
});
