import { createWorker } from "#worker/server/worker.ts";

export { LimitCounter, MemberInbox, MessageArchive } from "#worker/server/objects.ts";

/** The product without pages; only the built Worker has them. */
export default createWorker(async () => new Response("no pages in this worker", { status: 404 }));
