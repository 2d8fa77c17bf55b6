import { redirect } from "react-router";
import { AddressForm, AddressSent } from "#app/features/activation/address-form.tsx";
import { requireUser } from "#app/features/session/require-user.ts";
import { Title } from "#app/layouts/title.tsx";
import { Card } from "#app/ui/card.tsx";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: "member" };

/** A confirmed address is changed in the settings; here only one that nobody has confirmed. */
export async function loader() {
  const { settings, user } = edge();
  const who = settings.reveal_accounts === "no" ? await user() : await requireUser();
  if (who?.status === "active") throw redirect("/settings/email");
  return null;
}

export function ServerComponent() {
  const { t, settings, url } = edge();
  return (
    <div className="container narrow page">
      <Title>{t("activation.address.title")}</Title>
      <Card padding="l">
        {settings.reveal_accounts === "no" && url.searchParams.has("sent") ? <AddressSent /> : <AddressForm />}
      </Card>
    </div>
  );
}
