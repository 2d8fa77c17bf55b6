import { SelfExclusion } from "#app/features/accounts/exclusions/self-exclusion.tsx";
import { LegalText } from "#app/features/sites/legal/legal-text.tsx";

export function ServerComponent() {
  return <LegalText after={<SelfExclusion />} page="ban" />;
}
