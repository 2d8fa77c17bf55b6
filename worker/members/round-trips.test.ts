import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addLike } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { createWorker } from "#worker/worker.ts";

test("a search or a profile costs two round trips, the viewer's included", async () => {
  const [ann, bea] = [await addMember(), await addMember()];
  const session = await logIn(ann);
  const d1 = countedD1(env.DB);
  const worker = createWorker(async () => new Response());
  const trips = async (path: string) => {
    d1.take();
    const request = new Request(`http://localhost${path}`, { headers: { cookie: `session=${session}; locale=en` } });
    const answer = await worker.fetch(request as never, { ...env, DB: d1.db }, createExecutionContext());
    expect(answer.status).toBe(200);
    return d1.take().trips;
  };
  // The first request loads the domain's settings into the isolate's cache.
  await trips("/api/settings.php");
  // The first visit of a day is written after the answer.
  await trips(`/api/member.php?id=${bea}`);
  await expect.poll(() => env.DB.prepare("SELECT count(*) AS n FROM visits").first("n")).toBe(1);
  await addLike(await addMember(), ann, Date.now());
  for (const path of [
    "/api/members.php",
    "/api/members.php?hair=red&min_age=25",
    "/api/members.php?hair=grey&eyes=grey&country=FR",
    `/api/member.php?id=${bea}`,
    `/api/member.php?id=${bea}&similar=1`,
    `/api/similar.php?id=${bea}`,
    "/api/likes.php?type=received",
  ]) {
    expect(`${path} ${await trips(path)}`).toBe(`${path} 2`);
  }
});
