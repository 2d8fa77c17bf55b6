import { DurableObject } from "cloudflare:workers";

export class MemberInbox extends DurableObject<Env> {}
