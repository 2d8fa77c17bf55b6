import { beforeAll, expect, test } from "vitest";
import { staffRows } from "#tests/setup/staff.ts";
import { mailTo } from "./browser.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { insert, sql } from "./product.ts";
import { emptyQueues, HOST, letDecisionsLeave } from "./staff-steps.ts";

const CALM = "I bake bread and walk the dog.";
const ASKS = "I can double it: send me 200 euros and see.";

beforeAll(emptyQueues);

test("without scripts: a suspicious text is held, others see the one before, and its member hears the decision", async () => {
  const { page: anna, id, who } = await plainMember("Anna");
  const { page: ben } = await plainMember("Ben", { gender: "male" });
  await sql("UPDATE profiles SET about = ? WHERE id = ?", CALM, id);
  await anna.goto("/profile?edit=about");
  await anna.press("Save profile", { about: ASKS });
  anna.shows("Only you see this text for now.", ASKS);
  await ben.goto(`/members/${id}`);
  ben.shows(CALM);
  ben.lacks(ASKS);

  const moderator = new PlainBrowser(HOST);
  const { token, rows } = await staffRows("moderator");
  await insert(rows);
  moderator.cookies.set("staff", token);
  await moderator.goto("/staff/texts");
  await moderator.press(/^Take the next 20/);
  const item = () => moderator.all((one) => one.has("data-item") && one.text.includes(who.name))[0]?.text;
  for (const said of ["It may ask for money.", ASKS, CALM]) expect(item()).toContain(said);
  moderator.unfold(/^Refuse/);
  await moderator.press(/Fraud/, { words: "You ask for money." });
  expect(item()).toContain("Refused");
  await letDecisionsLeave();

  expect((await mailTo(who.email, /decision/)).text).toContain("You ask for money.");
  await anna.goto("/profile");
  anna.shows("A person read this text of yours", CALM);
  expect(anna.all(({ tag }) => tag === "blockquote").map(({ text }) => text)).toContainEqual(expect.stringContaining(ASKS));
  await anna.follow("See the decision or object");
  anna.shows("You ask for money.");
  await ben.goto(`/members/${id}`);
  ben.shows(CALM);
  ben.lacks(ASKS);
});
