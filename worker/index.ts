import { fetchPage } from "../app/entry.rsc.tsx";
import { createWorker } from "./worker.ts";

export { LimitCounter } from "./lib/limits.object.ts";
export { MemberInbox } from "./live/inbox.object.ts";

export default createWorker(fetchPage);
