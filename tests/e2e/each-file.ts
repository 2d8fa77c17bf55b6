import { basename } from "node:path";
import { afterAll, expect } from "vitest";
import { startForFile } from "./product.ts";
import { seeUsed } from "./sight.ts";

/** These start products of their own. */
const STARTING = ["calls", "commands", "dev", "proxy"];

/**
 * Their journeys act with members of their own, and nothing that they leave is seen by others: no list, no deck and no search finds
 * it, no cron runs, and no site changes. They share the product of their process: a start costs as much as a journey.
 */
const SHARING = [
  ...["accounts", "activation", "age", "age-warning", "chat", "chat-actions", "chat-list", "chat-motion"],
  ...["direct-debit", "discounts", "edge", "events", "exclusions", "features", "gifts", "goodbye", "header", "icebreakers"],
  ...[
    "joining",
    "journey",
    "leaving",
    "legal",
    "like-dialog",
    "long-chat",
    "mail",
    "match-finder",
    "match-width",
    "members",
    "money-left",
  ],
  ...["notices", "outbox", "pages", "passkeys", "pay-to-send", "payments", "photos", "private-photos", "profile", "push"],
  ...[
    "push-offer",
    "pwa",
    "recovery",
    "rendering",
    "reports",
    "screens",
    "sessions",
    "settings",
    "signup",
    "swipe-match",
    "text-size",
    "time-zone",
  ],
  ...["today", "typed-before-hydration", "unlock", "wallet", "withdrawals"],
  // These read what the seed has, or what other members leave does not change what they read.
  ...["ahead", "bonus", "changed-page", "crawl", "in-window", "landers", "texts", "ui"],
];

const file = basename(expect.getState().testPath ?? "", ".test.ts");
if (!STARTING.includes(file)) await startForFile({ share: SHARING.includes(file) });
// Its pages are of the product that runs for it: hooks end in the reverse order.
afterAll(seeUsed);
