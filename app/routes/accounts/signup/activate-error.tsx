import { SpentActivationLink } from "#app/features/accounts/signup/activation-link.tsx";

export const handle = { scripts: "member" };

export function ServerComponent() {
  return <SpentActivationLink />;
}
