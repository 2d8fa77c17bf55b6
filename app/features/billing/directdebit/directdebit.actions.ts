"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { typedCode } from "#worker/platform/typed.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** The next step is another page at the same address: it begins at its top. */
const pageOf = (mandate: string, note = "") => `/directdebit?mandate=${encodeURIComponent(mandate)}${note}#top`;

export async function startDebit(data: FormData): Promise<void> {
  await submitForm("debit-start", data, async () => {
    const { holder = "", iban = "", street = "", postal = "", city = "", country = "", mobile = "", ...rest } = fieldsOf(data);
    const offer = { package: rest.package ?? "", discountcode: typedCode(rest.promo ?? "") || undefined };
    const account = { holder, iban, street, postcode: postal, city, country, mobile };
    const { mandate } = await edge().backend.directdebit({ step: "start", ...offer, ...account });
    throw redirect(pageOf(mandate.id));
  });
}

export async function newDebitCode(data: FormData): Promise<void> {
  await submitForm("debit-code", data, async () => {
    const { mandate = "" } = fieldsOf(data);
    await edge().backend.directdebit({ step: "code", mandate });
    throw redirect(pageOf(mandate, "&sent"));
  });
}

export async function verifyDebit(data: FormData): Promise<void> {
  const verify = async () => {
    const { mandate = "", code = "" } = fieldsOf(data);
    await edge().backend.directdebit({ step: "verify", mandate, code });
    throw redirect(pageOf(mandate));
  };
  await submitForm("debit-verify", data, verify, "code");
}

/** To our own page first: browsers refuse a form whose redirect leaves the site (CSP `form-action`). */
export async function signDebit(data: FormData): Promise<void> {
  await submitForm("debit-sign", data, async () => {
    const { mandate = "", expected, authorise } = fieldsOf(data);
    const input = { step: "sign", mandate, authorise: authorise === "on", expected: Number(expected) } as const;
    await edge().backend.directdebit(input);
    throw redirect(pageOf(mandate));
  });
}
