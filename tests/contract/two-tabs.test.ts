import { beforeEach, describe, expect, it } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { count } from "./double.ts";
import { formWith, open, pageOf } from "./forms.ts";
import { LOCAL, member, type Person } from "./person.ts";

/** The own profile with all its forms. */
const EDITED = "/profile?edit=basics&edit=about&edit=prompts&edit=facts&edit=questions&edit=interests";

describe.each(LOCAL)("a stale settings form: %s", (side) => {
  let anna: Person;
  beforeEach(async () => {
    anna = await member(side);
  });

  it("does not reveal a member who became invisible in another tab", async () => {
    const stale = await formWith(anna, "/settings/privacy", "show_read");
    await anna.call("updatePreferences", { privacy: { invisible: true } });
    expect((await stale.submit(anna, { show_read: null })).headers.location).toBe("/settings/privacy?saved");
    expect((await anna.call("preferences", {})).privacy).toMatchObject({ invisible: true, show_read: false, show_online: true });
    // The submitted form wins over the state changed meanwhile.
    const fresh = await formWith(anna, "/settings/privacy", "show_read");
    await fresh.submit(anna, { invisible: null });
    expect((await anna.call("preferences", {})).privacy).toMatchObject({ invisible: false, show_read: false });
  });

  it("does not resume mails that an unsubscribe link stopped", async () => {
    const stale = await formWith(anna, "/settings/notifications", "like.mail");
    await anna.call("updatePreferences", { notifications: { like: { mail: false } } });
    await stale.submit(anna, { "match.mail": null });
    const { like, match, message } = (await anna.call("preferences", {})).notifications;
    expect([like.mail, match.mail, message.mail]).toEqual([false, false, true]);
  });

  it("does not raise a limit that another tab lowered", async () => {
    await anna.call("updatePreferences", { limits: { week: 9000 } });
    const stale = await formWith(anna, "/settings/spending", "week");
    await anna.call("updatePreferences", { limits: { day: 1000, week: 8000 } });
    await stale.submit(anna, { month: "200" });
    const { limits, raise } = (await anna.call("preferences", {})).spending;
    expect([limits, raise]).toEqual([{ day: 1000, week: 8000, month: 20000 }, null]);
  });

  it("keeps what another tab saved in a profile, field by field", async () => {
    const [about, facts, interests, prompts] = await Promise.all(
      ["about", "hair", "interest_cooking", "prompt_0"].map((field) => formWith(anna, EDITED, field)),
    );
    const saved = {
      ...{ about: "Line one.\nLine two, which is longer than forty characters.", hair: "red" as const },
      ...{ interests: ["travelling" as const, "music" as const], prompts: [{ question: "laugh", answer: "Cats." }] },
    };
    await anna.call("updateProfile", saved);
    await about?.submit(anna, {});
    await facts?.submit(anna, { eyes: "blue" });
    await interests?.submit(anna, { interest_cooking: "on" });
    await prompts?.submit(anna, { prompt_1: "travel", answer_1: "North." });
    const { profile } = await anna.call("profile", {});
    expect(profile).toMatchObject({ about: saved.about, hair: "red", eyes: "blue" });
    expect(profile.interests.toSorted()).toEqual(["cooking", "music", "travelling"]);
    expect(profile.prompts).toEqual([...saved.prompts, { question: "travel", answer: "North." }]);
  });

  it("takes back of a profile what its own tab takes back, and nothing else", async () => {
    const answers = [
      { question: "laugh", answer: "Cats, in a text that is longer than forty characters." },
      { question: "travel", answer: "North." },
    ];
    await anna.call("updateProfile", {
      about: "Old.",
      hair: "red",
      interests: ["travelling" as const, "music" as const],
      prompts: answers,
    });
    const [facts, interests, words] = [
      await formWith(anna, EDITED, "hair"),
      await formWith(anna, EDITED, "interest_music"),
      await formWith(anna, "/complete-signup", "answer_0"),
    ];
    await anna.call("updateProfile", { about: "New.", interests: ["cooking", "travelling", "music"], prompts: answers.slice(1) });
    await facts.submit(anna, { hair: "" });
    await interests.submit(anna, { interest_music: null });
    await words.submit(anna, {});
    const { profile } = await anna.call("profile", {});
    expect(profile).toMatchObject({ about: "New.", hair: null, prompts: [{ question: "travel", answer: "North." }] });
    expect(profile.interests.toSorted()).toEqual(["cooking", "travelling"]);
    const own = await formWith(anna, EDITED, "prompt_0");
    await anna.call("updateProfile", { prompts: answers });
    await own.submit(anna, { answer_0: "South." });
    expect((await anna.call("profile", {})).profile.prompts).toEqual([answers[0], { question: "travel", answer: "South." }]);
  });

  it("keeps another tab's answers, name of a search, hours and name of a passkey", async () => {
    const finder = await formWith(anna, "/match-finder?question=pace", "answer");
    await anna.call("saveAnswers", { answers: { goal: "chat" } });
    await finder.submit(anna, { answer: "slow" });
    const { questions } = await anna.call("matchFinder", {});
    expect(Object.fromEntries(questions.map(({ id, answer }) => [id, answer]))).toMatchObject({ goal: "chat", pace: "slow" });

    const { search } = await anna.call("saveSearch", { name: "Old name", notify: true });
    const stale = await formWith(anna, "/searches", "notify");
    await anna.call("changeSearch", { search: search.id, name: "New name" });
    await stale.submit(anna, { notify: null });
    expect((await anna.call("savedSearches", {})).searches).toMatchObject([{ name: "New name", notify: false }]);

    const push = await formWith(anna, "/settings/notifications", "quiet");
    await anna.call("updatePreferences", { push: { quiet: { from: "23:00", to: "08:00", zone: "Europe/Amsterdam" } } });
    await push.submit(anna, { to: "09:00" });
    expect((await anna.call("preferences", {})).push?.quiet).toMatchObject({ from: "23:00", to: "09:00" });
  });

  it("still knows after a refusal what it was first rendered from", async () => {
    const stale = await formWith(anna, "/settings/spending", "week");
    await anna.call("updatePreferences", { limits: { day: 1000 } });
    const refused = await stale.submit(anna, { week: "much" });
    const again = pageOf("/settings/spending", refused.text).forms.find(({ names }) => names.includes("week"));
    expect(refused.status).toBe(422);
    await again?.submit(anna, { week: "90" });
    expect((await anna.call("preferences", {})).spending.limits).toMatchObject({ day: 1000, week: 9000 });
  });

  it("reports a passkey that another tab removed", async () => {
    const id = `passkey-${anna.id}`;
    const columns = "id, account_id, rp_id, public_key, name, created_at";
    await count(`INSERT INTO passkeys (${columns}) VALUES (?, ?, 'localhost', '', 'Phone', 0) RETURNING 1 n`, id, anna.id);
    const { forms } = await open(anna, "/settings/passkeys");
    const stale = forms.filter(({ names }) => names.includes("passkey"));
    expect(stale).toHaveLength(2);
    await count("DELETE FROM passkeys WHERE id = ? RETURNING 1 n", id);
    for (const form of stale) {
      const { status, headers } = await form.submit(anna, form.names.includes("password") ? { password: PASSWORD } : {});
      expect([status, headers.location]).toEqual([302, "/settings/passkeys?saved=removed"]);
    }
  });
});

describe.each(LOCAL)("a form without scripts that is pressed twice: %s", (side) => {
  it("adds each photo once, and another photo from the same page too", async () => {
    const anna = await member(side);
    const { forms } = await open(anna, "/profile");
    const upload = forms.find(({ controls }) => controls.some((one) => one.get("type") === "file"));
    const add = async (file: File) => upload?.submit(anna, { file });
    const both = await Promise.all([add(phonePhoto()), add(phonePhoto())]);
    expect(both.map((answer) => [answer?.status, answer?.headers.location])).toEqual([
      [302, "/profile?photo=added#photos"],
      [302, "/profile?photo=added#photos"],
    ]);
    const photos = () => count("SELECT count(*) n FROM photos WHERE profile_id = ?", anna.id);
    expect(await photos()).toBe(1);
    await add(new File([await phonePhoto().arrayBuffer(), "another"], "other.jpg", { type: "image/jpeg" }));
    expect(await photos()).toBe(2);
  });
});
