import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { fieldId } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Offer } from "#worker/billing/wallet/wallet.contract.ts";
import { money } from "#worker/platform/money.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { startDebit } from "./directdebit.actions.ts";

const LINES = [
  { name: "holder", fill: "name", max: 70 },
  { name: "iban", fill: "off", max: 60 },
  { name: "street", fill: "address-line1", max: 70 },
] as const;

export function AccountForm({ offers, home }: { offers: Offer[]; home: string }) {
  const { t, language, settings, url } = edge();
  const state = formState("debit-start");
  const { values, fields } = state;
  const labels = {
    ...{ package: t("directdebit.package"), holder: t("directdebit.holder"), iban: t("directdebit.iban") },
    ...{ street: t("directdebit.street"), postcode: t("directdebit.postcode"), place: t("directdebit.city") },
    ...{ country: t("directdebit.country"), mobile: t("directdebit.mobile"), discountcode: t("payments.checkout.code.label") },
  };
  const names = new Intl.DisplayNames(language, { type: "region" });
  const countries = [...new Set([home, ...settings.countries])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  const packages = offers.map(({ id, credits, total }) => ({
    value: id,
    label: `${t("wallet.packages.credits", { count: credits })} · ${money(total, "EUR", language)}`,
  }));
  const asked = url.searchParams.get("package");
  return (
    <Card padding="l" title={t("directdebit.account_title")}>
      <form action={startDebit} className="stack" noValidate>
        <Problems form={state} labels={labels} />
        <Select
          defaultValue={values.package ?? asked ?? packages[0]?.value}
          error={fields.package}
          label={labels.package}
          name="package"
          options={packages}
          placeholder={t("app.choose")}
          required
        />
        {LINES.map(({ name, fill, max }) => (
          <Input
            autoCapitalize={name === "iban" ? "characters" : undefined}
            autoComplete={fill}
            defaultValue={values[name]}
            error={fields[name]}
            key={name}
            label={labels[name]}
            maxLength={max}
            name={name}
            required
            spellCheck={false}
          />
        ))}
        {/* A field with "code" in its name would not be filled in again after a refusal. */}
        <Input
          autoComplete="postal-code"
          defaultValue={values.postal}
          error={fields.postcode}
          id={fieldId("postcode")}
          label={labels.postcode}
          maxLength={16}
          name="postal"
          required
        />
        <Input
          autoComplete="address-level2"
          defaultValue={values.city}
          error={fields.city}
          id={fieldId("place")}
          label={labels.place}
          maxLength={70}
          name="city"
          required
        />
        <Select
          autoComplete="country"
          defaultValue={values.country ?? home}
          error={fields.country}
          label={labels.country}
          name="country"
          options={countries}
          placeholder={t("app.choose")}
          required
        />
        <Input
          autoComplete="tel"
          defaultValue={values.mobile}
          error={fields.mobile}
          hint={t("directdebit.mobile_hint")}
          label={labels.mobile}
          maxLength={30}
          name="mobile"
          required
          type="tel"
        />
        <Input
          autoComplete="off"
          defaultValue={values.promo ?? url.searchParams.get("discountcode") ?? undefined}
          error={fields.discountcode}
          id={fieldId("discountcode")}
          label={labels.discountcode}
          maxLength={64}
          name="promo"
          spellCheck={false}
        />
        <Button size="l" wide>
          {t("directdebit.next")}
        </Button>
      </form>
    </Card>
  );
}
