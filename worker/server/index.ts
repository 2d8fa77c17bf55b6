import { fetchPage, sheets } from "#app/entry.rsc.tsx";
import { measured } from "./dev/measure.ts";
import { createCachedPages } from "./edge/cached-pages.ts";
import { logged } from "./edge/request-log.ts";
import { createSharedPages } from "./edge/shared-pages.ts";
import { createWorker } from "./worker.ts";

export { LimitCounter, MemberInbox, MessageArchive } from "./objects.ts";

// A development build changes its pages without a new build id.
const cachedPages = import.meta.env.PROD ? createCachedPages(createSharedPages(), sheets) : null;
const worker = createWorker(fetchPage, cachedPages);

export default logged(__LOCAL__ ? measured(worker) : worker);
