import { createWorker } from "#worker/worker.ts";

export { LimitCounter } from "#worker/lib/limits.object.ts";
export { MemberInbox } from "#worker/live/inbox.object.ts";

/** The product without pages; only the built Worker has them. */
export default createWorker(async () => new Response("no pages in this worker", { status: 404 }));
