import type { BrowserContext } from "playwright";
import { expect } from "vitest";
import { at, person } from "./browser.ts";
import { demoMember, memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import type { routes, Visitor } from "./routes.ts";

/** Language and colour scheme per kind of visitor: two languages of long words. */
const LOOKS: Record<Visitor, { language: string; colorScheme: "light" | "dark" }> = {
  "logged out": { language: "fi", colorScheme: "light" },
  free: { language: "de", colorScheme: "dark" },
  premium: { language: "nl", colorScheme: "light" },
};

/** A browser per kind of visitor, members logged in, and ids for the paths. The free member is new in each file. */
export async function visitors(): Promise<{ contexts: Record<Visitor, BrowserContext>; ids: Parameters<typeof routes>[0] }> {
  const free = await memberPage("Crawl", { colorScheme: LOOKS.free.colorScheme });
  // A new member would be redirected to the sign-up steps.
  const yesterday = Date.now() - 24 * 3600 * 1000;
  await sql("UPDATE accounts SET created_at = ?1, activated_at = ?1 WHERE id = ?2", yesterday, free.id);
  const contexts: Record<Visitor, BrowserContext> = {
    "logged out": (await person({ colorScheme: LOOKS["logged out"].colorScheme })).context,
    free: free.context,
    premium: (await demoMember({ colorScheme: LOOKS.premium.colorScheme }, "ben@demo.example")).context(),
  };
  // More photos than a free member sees.
  const [seeded] = await sql<{ id: string }>(
    `SELECT id FROM profiles WHERE fictional = 1 AND pool = 'liaison' AND country = 'NL' AND gender = 'male' AND status = 'active'
     AND (SELECT count(*) FROM photos WHERE profile_id = profiles.id AND photos.status = 'active') >= 4 ORDER BY id LIMIT 1`,
  );
  const member = seeded?.id ?? expect.unreachable("no seeded member with four photos");
  const sells = await (await free.context.request.get(at(`/members/${member}/unlock`))).text();
  expect(sells.includes("Unlock for 2 credits"), "photos to unlock").toBe(true);
  const sent = await free.context.request.post(at("/api/chat.php"), {
    headers: { origin: new URL(at("/")).origin },
    data: {
      profile: member,
      text: "A message\nof two lines, long enough to be broken once more on a phone",
      fictional_known: true,
      client_id: `crawl-${free.id}`,
    },
  });
  expect(sent.status()).toBe(201);
  const conversation = (await sent.json()).message.conversation as string;
  return { contexts, ids: { member, conversation } };
}

export async function chooseLanguage(context: BrowserContext, kind: Visitor): Promise<string> {
  const { language } = LOOKS[kind];
  await context.addCookies([{ name: "locale", value: language, url: at("/") }]);
  return language;
}
