import { SelfExclusion } from "#app/features/exclusions/self-exclusion.tsx";
import { LegalText } from "#app/features/legal/legal-text.tsx";

/** `/ban`: what an access ban is, and the form for it. */
export function ServerComponent() {
  return <LegalText after={<SelfExclusion />} page="ban" />;
}
