import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import type { Option } from "#app/ui/choices.client.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";

const REASONS = Object.entries(WORDS.refund.reasons).map(([value, label]) => ({ value, label }));
const SHARES = Object.entries(WORDS.refund.shares).map(([value, label]) => ({ value, label }));

interface Props {
  payment?: string;
  /** Of the payment, with their sums. */
  shares?: Option[];
  currency?: string;
  page: string;
}

/** Without a payment the form asks for its number. */
export function ProposeRefund({ payment, shares = SHARES, currency = "", page }: Props) {
  const words = WORDS.refund;
  const of = payment ?? "any";
  const { values, fields, code } = staffForm("proposeRefund", payment === undefined ? {} : { payment });
  return (
    <StaffForm className="stack" call="proposeRefund" then={page}>
      <p className="muted">{words.hint}</p>
      {payment === undefined ? (
        <Input
          autoComplete="off"
          defaultValue={values.payment}
          error={code === "not_found" ? words.refusals.proposeRefund.not_found : fields.payment}
          label={words.payment}
          maxLength={100}
          name="payment"
          required
          spellCheck={false}
        />
      ) : (
        <input name="payment" type="hidden" value={payment} />
      )}
      <Select
        defaultValue={values.share ?? shares[0]?.value}
        error={fields.share}
        id={`share-${of}`}
        label={words.share}
        name="share"
        options={shares}
        placeholder={WORDS.choose}
        required
      />
      <Input
        autoComplete="off"
        defaultValue={values.sum}
        error={fields.sum}
        hint={words.sumHint}
        id={`sum-${of}`}
        inputMode="decimal"
        label={words.sum(currency)}
        maxLength={20}
        name="sum"
      />
      <Select
        defaultValue={values.reason ?? REASONS[0]?.value}
        error={fields.reason}
        id={`reason-${of}`}
        label={words.reason}
        name="reason"
        options={REASONS}
        placeholder={WORDS.choose}
        required
      />
      <Button variant="secondary">{words.submit}</Button>
    </StaffForm>
  );
}
