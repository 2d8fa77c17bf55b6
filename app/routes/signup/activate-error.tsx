import { SpentActivationLink } from "#app/features/signup/activation-link.tsx";

export const handle = { scripts: "member" };

/** Target of an invalid, replaced, expired or used link. */
export function ServerComponent() {
  return <SpentActivationLink />;
}
