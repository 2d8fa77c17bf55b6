import { SpentActivationLink } from "#app/features/signup/activation-link.tsx";

export const handle = { scripts: "member" };

/** Where a link leads that is broken, replaced, over or used up. */
export function ServerComponent() {
  return <SpentActivationLink />;
}
