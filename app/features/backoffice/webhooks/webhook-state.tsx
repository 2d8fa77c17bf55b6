import { Timed } from "#app/features/backoffice/staff/time.tsx";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { WEBHOOK_WORDS as words } from "./webhook-words.ts";

type Webhook = Awaited<ReturnType<StaffBackend["webhooks"]>>["webhooks"][number];

export function WebhookState({ disabled_for, failing_since, waiting, failed }: Webhook) {
  return (
    <>
      {disabled_for && words.states[disabled_for]}
      {!disabled_for && (failing_since ? <Timed at={failing_since} text={words.states.failing} /> : words.states.on)}{" "}
      <span className="muted">{words.counts(waiting, failed)}</span>
    </>
  );
}
