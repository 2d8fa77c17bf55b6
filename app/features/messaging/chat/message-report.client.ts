import { reportPath } from "#app/features/people/reports/report-path.shared.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";

export function reportOf({ id, type, conversation, seq, sender }: Message): string {
  return type === "gift" ? reportPath("gift", id, sender) : reportPath("message", `${conversation}/${seq}`, sender);
}
