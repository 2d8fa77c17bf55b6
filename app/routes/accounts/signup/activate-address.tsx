import { redirect } from "react-router";
import { AddressForm, AddressSent, addressTitle } from "#app/features/accounts/signup/address-form.tsx";
import { CardPage } from "#app/request/card-page.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

/** Only for an unconfirmed address; the settings change a confirmed one. */
export async function loader() {
  const { settings, user } = edge();
  const who = settings.reveal_accounts === "no" ? await user() : await requireUser();
  if (who?.status === "active") throw redirect("/settings/email");
  return null;
}

export function ServerComponent() {
  const { settings, url } = edge();
  return (
    <CardPage title={addressTitle()}>
      {settings.reveal_accounts === "no" && url.searchParams.has("sent") ? <AddressSent /> : <AddressForm />}
    </CardPage>
  );
}
