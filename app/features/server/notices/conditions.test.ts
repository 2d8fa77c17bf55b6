import { describe, expect, it } from "vitest";
import {
  type Entrance,
  embedsEntryWarning,
  type Layout,
  type NoticeViewer,
  noticeFor,
  showsActivationReminder,
  showsDisabledMails,
  showsEntryWarning,
  showsPhotoAlert,
  showsPushPrompt,
} from "./conditions.ts";

/** One page of each kind, with the notices that stand there. */
const PAGES = {
  "/members": ["reminder", "disabled", "today"],
  "/swipe-game": ["reminder", "disabled", "today"],
  "/members/someone": ["reminder", "disabled"],
  "/chats": ["reminder", "disabled", "push"],
  "/likes": ["reminder", "disabled", "photo"],
  "/likes/received": ["reminder", "disabled", "photo"],
  "/likes/m/someone": ["reminder", "disabled"],
  "/visitors": ["reminder", "disabled", "photo"],
  "/credits": ["reminder", "disabled"],
  "/activate/error": ["disabled"],
  "/activate/address": ["disabled"],
  "/activate": ["disabled"],
  [`/a${"x".repeat(43)}`]: ["disabled"],
  "/profile": ["reminder", "disabled"],
  "/signup": ["disabled"],
  "/activate/done": ["disabled"],
  "/premium": ["reminder", "disabled"],
  "/notifications": [],
  "/settings": [],
  "/settings/devices": [],
  "/credits/c60": ["reminder", "disabled"],
  "/terms": ["reminder", "disabled"],
} as const;
const pages = Object.entries(PAGES) as [string, readonly string[]][];

const picture = {
  filename: "a",
  card_filename: "c",
  thumb_filename: "b",
  status: "active" as const,
  private: false,
  width: null,
  height: null,
  preview: null,
};
const content: NoticeViewer = {
  status: "active",
  notifications_disabled: [],
  push: "offered",
  profile: { status: "active", main_image: picture },
};
const faceless: NoticeViewer = { ...content, profile: { ...content.profile, main_image: null } };
const fresh: NoticeViewer = { ...content, status: "not_confirmed", profile: { status: "disabled", main_image: picture } };
const muted: NoticeViewer = { ...content, notifications_disabled: ["bounce"] };
const NEVER = {};
const LONG_AGO = 1;

describe("the alert for a profile photo", () => {
  it.each(pages)("stands for a member without one, where a photo helps: %s", (path, shows) => {
    expect(showsPhotoAlert({ path, user: faceless, dismissals: NEVER })).toBe(shows.includes("photo"));
    expect(showsPhotoAlert({ path, user: content, dismissals: NEVER })).toBe(false);
    expect(showsPhotoAlert({ path, user: null, dismissals: NEVER })).toBe(false);
    expect(showsPhotoAlert({ path, user: faceless, dismissals: { photo: LONG_AGO } })).toBe(false);
  });

  it("is not shown while the picture is under moderation", () => {
    const inspected = { ...content, profile: { ...content.profile, main_image: { ...picture, status: "inspection" as const } } };
    expect(showsPhotoAlert({ path: "/members", user: inspected, dismissals: NEVER })).toBe(false);
  });
});

describe("the reminder to confirm the address", () => {
  it.each(pages)("stands until it is confirmed, whatever was waved away: %s", (path, shows) => {
    const dismissals = { entry: LONG_AGO, photo: LONG_AGO, push: LONG_AGO, notifications: LONG_AGO };
    expect(showsActivationReminder({ path, user: fresh, dismissals })).toBe(shows.includes("reminder"));
    expect(showsActivationReminder({ path, user: content, dismissals })).toBe(false);
    expect(showsActivationReminder({ path, user: null, dismissals })).toBe(false);
  });

  it("waits for both: the account and its profile", () => {
    const dismissals = NEVER;
    const shown = { ...fresh, profile: { ...fresh.profile, status: "active" as const } };
    expect(showsActivationReminder({ path: "/members", user: shown, dismissals })).toBe(false);
    expect(showsActivationReminder({ path: "/members", user: { ...fresh, status: "active" }, dismissals })).toBe(false);
  });

  it("is not shown while mails are switched off", () => {
    const user = { ...fresh, notifications_disabled: ["listunsubscribe"] };
    expect(showsActivationReminder({ path: "/members", user, dismissals: NEVER })).toBe(false);
  });
});

describe("the offer of push messages", () => {
  it.each(pages)("stands in the chats of a domain with push: %s", (path, shows) => {
    expect(showsPushPrompt({ path, user: content, dismissals: NEVER }, { push: true })).toBe(shows.includes("push"));
    expect(showsPushPrompt({ path, user: content, dismissals: NEVER }, { push: false })).toBe(false);
    expect(showsPushPrompt({ path, user: null, dismissals: NEVER }, { push: true })).toBe(false);
    for (const push of ["none", "subscribed"] as const)
      expect(showsPushPrompt({ path, user: { ...content, push }, dismissals: NEVER }, { push: true })).toBe(false);
    expect(showsPushPrompt({ path, user: content, dismissals: { push: LONG_AGO } }, { push: true })).toBe(false);
  });
});

describe("the alert about mails that were switched off", () => {
  it.each(pages)("stands while any kind is: %s", (path, shows) => {
    expect(showsDisabledMails({ path, user: muted, dismissals: NEVER })).toBe(shows.includes("disabled"));
    expect(showsDisabledMails({ path, user: content, dismissals: NEVER })).toBe(false);
    expect(showsDisabledMails({ path, user: null, dismissals: NEVER })).toBe(false);
    expect(showsDisabledMails({ path, user: muted, dismissals: { notifications: LONG_AGO } })).toBe(false);
  });
});

describe("of the notices that apply, the most urgent stands alone", () => {
  const paused = { ...fresh, paused: true };
  const notice = (user: NoticeViewer | null, path = "/members", dismissals = {}) =>
    noticeFor({ path, user, dismissals }, { push: true });

  it("a pause, the address, switched-off mails, then what belongs to the page", () => {
    expect(notice(paused)).toBe("paused");
    expect(notice(fresh)).toBe("confirm");
    expect(notice(muted)).toBe("disabled");
    expect(notice(faceless)).toBe("today");
    expect(notice(faceless, "/likes")).toBe("photo");
    expect(notice(faceless, "/chats")).toBe("push");
    expect(notice(content, "/premium")).toBeNull();
    expect(notice(null)).toBeNull();
  });

  it.each(pages)("what waits stands on Discover and Search: %s", (path, shows) => {
    expect(notice(content, path) === "today").toBe((shows as readonly string[]).includes("today"));
  });

  it("one that is waved away or out of place makes room for the next", () => {
    expect(notice(faceless, "/likes", { photo: LONG_AGO })).toBeNull();
    expect(notice(paused, "/settings/privacy")).toBeNull();
    expect(notice({ ...faceless, notifications_disabled: ["fbl"] }, "/likes", { notifications: LONG_AGO })).toBe("photo");
  });
});

describe("the warning at the entrance", () => {
  const settings = { enable_site_entry_popup: "yes" as const, site_entry_countries: null };
  const entrance: Entrance = {
    path: "/",
    user: null,
    dismissals: NEVER,
    layout: "default",
    country: "FR",
    installed: false,
    settings,
  };
  const LAYOUTS: Layout[] = ["default", "chat", "lander", "empty"];

  it.each(LAYOUTS.flatMap((layout) => ["NL", "DE", "FR", "BE", "US"].map((country) => [layout, country] as const)))(
    "in the layout %s for a visitor from %s",
    (layout, country) => {
      const expected = layout === "default" || country === "NL" || country === "DE";
      expect(showsEntryWarning({ ...entrance, layout, country })).toBe(expected);
    },
  );

  it.each([
    ["a member", { user: content }],
    ["the installed app", { installed: true }],
    ["who has answered before", { dismissals: { entry: LONG_AGO } }],
    ["a domain that does not want it", { settings: { ...settings, enable_site_entry_popup: "no" as const } }],
    ["a country that is not listed", { country: "NL", settings: { ...settings, site_entry_countries: ["FR", "DE"] } }],
    ["a domain that lists none", { settings: { ...settings, site_entry_countries: [] } }],
    ["the last step of signing up", { path: "/complete-signup" }],
    ["a forgotten password", { path: "/reset-password" }],
    ["the link of its mail", { path: "/reset-password/do" }],
    ["the log-in link of a mail", { path: `/l${"x".repeat(43)}` }],
    ["the link of a mail to come back", { path: `/r${"x".repeat(43)}` }],
    ["somebody who leaves", { path: "/goodbye" }],
    ["the second phone that has shown a proof of age", { path: "/proof-of-age/done" }],
    ["who comes back from a provider", { path: "/proof-of-age/return" }],
    ["a page that is cached for when there is no network", { path: "/offline" }],
  ])("not for %s", (_, change) => {
    for (const layout of LAYOUTS) expect(showsEntryWarning({ ...entrance, layout, country: "NL", ...change })).toBe(false);
  });

  it("is part of the sign-up's questions, where it is due", () => {
    const signup: Entrance = { ...entrance, path: "/signup", layout: "empty", country: "NL" };
    expect(embedsEntryWarning(signup)).toBe(true);
    expect(embedsEntryWarning({ ...signup, path: "/login" })).toBe(false);
    expect(embedsEntryWarning({ ...signup, country: "FR" })).toBe(false);
    expect(embedsEntryWarning({ ...signup, dismissals: { entry: LONG_AGO } })).toBe(false);
  });

  it("for a country that is listed, and where other things were waved away", () => {
    const listed = { ...settings, site_entry_countries: ["FR", "DE"] };
    expect(showsEntryWarning({ ...entrance, country: "FR", settings: listed })).toBe(true);
    expect(showsEntryWarning({ ...entrance, country: "DE", layout: "chat", settings: listed })).toBe(true);
    expect(showsEntryWarning({ ...entrance, country: "FR", layout: "chat", settings: listed })).toBe(false);
    expect(showsEntryWarning({ ...entrance, dismissals: { photo: LONG_AGO, push: LONG_AGO } })).toBe(true);
  });
});
