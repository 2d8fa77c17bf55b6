/** What operators' own systems are told, by ids only. The triggers are db/triggers/webhook-events.ts. */
export const WEBHOOK_EVENTS = [
  ...(["member.signed_up", "member.confirmed", "member.left", "member.returned"] as const),
  ...(["order.paid", "order.refunded", "report.made", "decision.made"] as const),
  "webhook.test",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
/** `failures`: nothing got through for long; `gone`: the receiver said so (410). */
export const WEBHOOK_ENDS = ["staff", "failures", "gone"] as const;
export type WebhookEnd = (typeof WEBHOOK_ENDS)[number];
/** What a token of an operator's program may read. */
export const API_SCOPES = ["members", "orders", "reports", "decisions", "figures"] as const;
