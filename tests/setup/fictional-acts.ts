import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { newId } from "#worker/platform/ids.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { runSql } from "./actions.ts";
import { saidOf } from "./fictional-profiles.ts";
import { pngFile } from "./png-file.ts";
import type { Tools } from "./program-acts.ts";

async function addFictional(backend: StaffBackend): Promise<string> {
  return (await backend.addFictional({ site: "liaison", ...saidOf() })).id;
}

/** Ids in their order. */
async function addPictures(profile: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  for (const [position, id] of ids.entries())
    await runSql(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, ?3, 'active', 1)",
      ...[id, profile, position],
    );
  return ids;
}

/** Acts about fictional profiles. */
export function fictionalActs<A>({ simple, backendOf }: Tools<A>) {
  const about = (action: string, input: (id: string, ctx: StaffMemberContext) => Promise<object>) =>
    simple(async (ctx) => {
      const id = await addFictional(backendOf(ctx));
      return [{ id, ...(await input(id, ctx)) }, action, "fictional", id];
    });
  return {
    addFictional: simple(async () => [{ site: "liaison", ...saidOf() }, "make fictional", "fictional", "*"]),
    changeFictional: about("change fictional", async (id, ctx) => {
      const { base } = await backendOf(ctx).fictionalProfile({ id });
      return { base, ...saidOf() };
    }),
    switchFictional: about("hide fictional", async () => ({ to: "hidden" })),
    endFictional: about("end fictional", async () => ({ sure: "on" })),
    addFictionalPhoto: about("add fictional photo", async () => {
      return { file: pngFile(400, 400), origin: "drawn", source: "Drawn by us", nobody: "on" };
    }),
    placeFictionalPhoto: about("place fictional photo", async (id) => ({ photo: (await addPictures(id, 2))[1], to: "first" })),
    removeFictionalPhoto: about("remove fictional photo", async (id) => ({ photo: (await addPictures(id, 1))[0] })),
  };
}
