import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";
import { fetchPage } from "../app/entry.rsc.tsx";

export class MemberInbox extends DurableObject {}
export class LimitCounter extends DurableObject {}

const app = new Hono<{ Bindings: Env }>();
app.get("/api/ping", (c) => c.text("pong"));
app.all("*", (c) => fetchPage(c.req.raw));
export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
