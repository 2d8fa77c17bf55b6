import { DurableObject } from "cloudflare:workers";

export class LimitCounter extends DurableObject<Env> {}
