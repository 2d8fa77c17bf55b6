import { Table } from "#app/features/backoffice/staff/page.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time, Timed } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { WEBHOOK_WORDS as words } from "./webhook-words.ts";

type Delivery = Awaited<ReturnType<StaffBackend["webhookLog"]>>["deliveries"][number];

interface Props {
  webhook: string;
  /** Off, it sends nothing again. */
  on: boolean;
  deliveries: readonly Delivery[];
}

export function DeliveryList({ webhook, on, deliveries }: Props) {
  return (
    <Table head={words.logHead}>
      {deliveries.map((one) => (
        <tr key={one.id}>
          <th scope="row">{one.event}</th>
          <td>
            <Time at={one.at} seconds />
          </td>
          <td>{[one.site, one.member, one.object].filter(Boolean).join(", ")}</td>
          <td>
            {resultOf(one)} {one.next_at && <Timed at={one.next_at} text={words.next} />}
          </td>
          <td>{one.attempts}</td>
          <td>
            {on && one.state !== "waiting" && (
              <StaffForm call="replayWebhook">
                <input name="id" type="hidden" value={webhook} />
                <input name="delivery" type="hidden" value={one.id} />
                <Button variant="secondary">{words.replay(one.id)}</Button>
              </StaffForm>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function resultOf({ state, answer, error }: Delivery): string {
  const { results } = words;
  if (state === "delivered") return results.delivered(answer);
  if (error === "refused") return results.refused(answer);
  return results[(error ?? "none") as "timeout" | "not_reached" | "secret_lost" | "none"];
}
