/** A React element. */
export type Part = { $$typeof?: symbol; type: unknown; key: string | null; props: Record<string, unknown> };
