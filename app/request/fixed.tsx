import type { ReactNode } from "react";
import { FixedContent } from "#app/ui/fixed-content.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export { FixedContent, type FixedProps } from "#app/ui/fixed-content.client.tsx";

/** Content without islands and server functions, cached as HTML. `of`: what it depends on beside domain and language. */
export function Fixed({ of, ...props }: { id: string; of?: unknown; children: ReactNode }) {
  return <FixedContent {...props} of={JSON.stringify([edge().language, of])} />;
}
