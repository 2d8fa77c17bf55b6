import { fetchPage } from "#app/entry.rsc.tsx";
import { measured } from "./dev/measure.ts";
import { logged } from "./edge/request-log.ts";
import { createWorker } from "./worker.ts";

export { LimitCounter, MemberInbox, MessageArchive } from "./objects.ts";

const worker = createWorker(fetchPage);

export default logged(__LOCAL__ ? measured(worker) : worker);
