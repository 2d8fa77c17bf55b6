import { StaffForm } from "#app/features/staff/staff-form.tsx";
import { WORDS } from "#app/features/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { type Option, Select } from "#app/ui/select.tsx";
import { contract } from "#worker/payments/proposals.contract.ts";

const REASONS = Object.entries(WORDS.refund.reasons).map(([value, label]) => ({ value, label }));
const SHARES = Object.entries(WORDS.refund.shares).map(([value, label]) => ({ value, label }));

/** Without a payment the form asks for its number. `shares` of the payment, with their sums. */
export function ProposeRefund({ payment, shares = SHARES, page }: { payment?: string; shares?: Option[]; page: string }) {
  const words = WORDS.refund;
  const of = payment ?? "any";
  return (
    <StaffForm className="stack" path={contract.proposeRefund.path} then={page}>
      <p className="muted">{words.hint}</p>
      {payment === undefined ? (
        <Input autoComplete="off" label={words.payment} maxLength={100} name="payment" required spellCheck={false} />
      ) : (
        <input name="payment" type="hidden" value={payment} />
      )}
      <Select id={`share-${of}`} label={words.share} name="share" options={shares} required />
      <Select id={`reason-${of}`} label={words.reason} name="reason" options={REASONS} required />
      <Button variant="secondary">{words.submit}</Button>
    </StaffForm>
  );
}
