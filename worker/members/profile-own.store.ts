import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { profiles } from "#db/schema/index.ts";
import type { ProfileRow } from "./card.ts";

export type ProfileChanges = Partial<
  Pick<
    ProfileRow,
    | "lookingFor"
    | "region"
    | "city"
    | "cell"
    | "sexuality"
    | "hair"
    | "eyes"
    | "body"
    | "relationship"
    | "tattoos"
    | "reason"
    | "interests"
    | "answers"
    | "about"
    | "prompts"
  >
>;

export type OwnProfileStore = ReturnType<typeof createOwnProfileStore>;

export function createOwnProfileStore(db: Database) {
  return {
    async save(id: string, changes: ProfileChanges): Promise<void> {
      await db.update(profiles).set(changes).where(eq(profiles.id, id));
    },
  };
}
