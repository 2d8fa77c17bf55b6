import { runSql } from "./actions.ts";
import { addMember } from "./add-member.ts";

type Ask = () => Promise<[input: Record<string, unknown>, row: [action: string, object: string, id: string | null]]>;

/** Reads of figures, books and fictional profiles: what is asked, and the row that each leaves in the audit log. */
export const FIGURE_READS = {
  staffFigures: async () => [{ domain: "liaison" }, ["open figures", "figures", "liaison"]],
  staffFiguresFile: async () => [{}, ["download figures", "figures", null]],
  staffBooks: async () => [{ month: "2026-11" }, ["open books", "figures", null]],
  staffBooksFile: async () => [{ month: "2026-11" }, ["download books", "figures", null]],
  staffSources: async () => [{ domain: "liaison" }, ["open sources", "figures", "liaison"]],
  staffSourcesFile: async () => [{}, ["download sources", "figures", null]],
  staffSubsFile: async () => [{ domain: "liaison" }, ["download subs", "figures", "liaison"]],
  fictionalProfiles: async () => [{}, ["open fictional profiles", "fictional", null]],
  fictionalProfile: async () => {
    const id = await addMember();
    await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", id);
    return [{ id }, ["open fictional profile", "fictional", id]];
  },
  partnerLinks: async () => [{}, ["open partner links", "figures", null]],
} satisfies Record<string, Ask>;
