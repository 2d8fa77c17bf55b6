import type { D1Database } from "@cloudflare/workers-types";
import { cellOf } from "#db/cells.ts";
import { connect } from "#db/client.ts";
import { createAnswerTimesStore } from "#worker/messaging/chat/answer-times.store.ts";
import { createAnswerTimes } from "#worker/messaging/chat/answer-times.ts";
import { DAY } from "#worker/platform/durations.ts";
import { type Story, them, you } from "./stories.ts";

interface Friend {
  name: string;
  born: string;
  story: Story;
}

const story = (...lines: Story["lines"]): Story => ({ unread: 0, lines });

/**
 * Members whose chats with Ben make his "Answers within a day" true. They are not fictional, since chats with fictional
 * profiles count nothing, and invisible, so that nobody else meets them.
 */
export const FRIENDS: readonly Friend[] = [
  {
    name: "Fenna_by_bike",
    born: "1991-03-04",
    story: story(
      them(150, "A night train that leaves on time: does it exist?"),
      you(147, "Once, from Vienna. I still tell people."),
      them(146, "Then there is hope for the rest of us."),
      you(141, "Cautious hope. I bring snacks."),
    ),
  },
  {
    name: "Roos_reads",
    born: "1988-11-21",
    story: story(
      them(221, "You like somebody who says when the joke was bad. That one was bad."),
      you(214, "Perfect. I have worse ones."),
    ),
  },
  {
    name: "Isa_at_sea",
    born: "1993-08-09",
    story: story(
      them(300, "What do you hear when you travel: music or the people next to you?"),
      you(299, "The people, with music as an alibi."),
    ),
  },
  {
    name: "Jip_bakes",
    born: "1990-01-30",
    story: story(
      them(391, "Honest question: coffee before or after the conversation?"),
      you(383, "During. Otherwise it is only talking."),
      them(381, "Sensible answer."),
      you(379, "I have my moments. This was it."),
    ),
  },
  {
    name: "Lot_hikes",
    born: "1992-06-17",
    story: story(them(466, "Is Amsterdam flat enough for you, too?"), you(455, "I climb the bridges. Twice, on good days.")),
  },
];

/** Before their chats. They cannot log in. */
export async function insertFriends(db: D1Database, now: number, idOf: (text: string) => string): Promise<void> {
  const joined = now - 40 * DAY;
  const place = { country: "NL", region: "NL-UT", city: "Utrecht" };
  await db.batch(
    FRIENDS.flatMap(({ name, born }) => {
      const id = friendId(name, idOf);
      return [
        db
          .prepare(
            `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at, activated_at)
             VALUES (?1, 'liaison', 'liaison', ?2, '', 'en', 'active', 'demo', ?3, 'demo', ?3, ?3, ?3)`,
          )
          .bind(id, `${name.toLowerCase()}@demo.example`, joined),
        db
          .prepare(
            `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, region, city, cell, last_active_at, created_at)
             VALUES (?1, 'liaison', ?2, ?3, 'hidden', 'female', 'male', ?4, ?5, ?6, ?7, ${cellOf(place)}, ?8, ?9)`,
          )
          .bind(id, name, name.toLowerCase(), born, place.country, place.region, place.city, now - 3 * DAY, joined),
        db.prepare("INSERT INTO preferences (account_id, invisible, updated_at) VALUES (?1, 1, ?2)").bind(id, joined),
      ];
    }),
  );
}

export function friendId(name: string, idOf: (text: string) => string): string {
  return idOf(`friend:${name}`);
}

/** By the product's own rule. He is said to have come a day ago, since a change takes effect on the next day. */
export async function showAnswerTimes(db: D1Database, id: string, now: number): Promise<void> {
  const answerTimes = createAnswerTimes({ store: createAnswerTimesStore(connect(db as never)) });
  const profile = { fictional: false, answersFrom: 0, answersUntil: 0 };
  await answerTimes.check({ id, profile, preferences: { showAnswers: true } }, now - DAY);
}
