import { SpentActivationLink } from "#app/features/signup/activation-link.tsx";

export const handle = { scripts: "member" };

export function ServerComponent() {
  return <SpentActivationLink />;
}
