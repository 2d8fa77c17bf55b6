import { SelfExclusion } from "#app/features/exclusions/self-exclusion.tsx";
import { LegalText } from "#app/features/legal/legal-text.tsx";

export function ServerComponent() {
  return <LegalText after={<SelfExclusion />} page="ban" />;
}
