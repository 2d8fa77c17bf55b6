import type { CodeOf } from "#db/schema/attribute-table.ts";

export type Reason = CodeOf<"reason">;

const SHAPES: Record<Reason, React.ReactNode> = {
  chat: (
    <>
      <path
        d="M8 9h21a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4H17l-7 6v-6H8a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4z"
        fill="currentColor"
        fillOpacity="0.16"
      />
      <path d="M38 18h2a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4h-1v6l-7-6h-9" />
      <path d="M12 17.5h.1m6.3 0h.1m6.3 0h.1" strokeWidth="3.4" />
    </>
  ),
  flirt: (
    <>
      <circle cx="22" cy="26" fill="currentColor" fillOpacity="0.16" r="17" />
      <path d="M12 23c1.5-2.3 5-2.3 6.5 0M14 30c2.5 7.5 13.5 7.5 16 0" />
      <path d="M28 22.500h.1" strokeWidth="4.4" />
      <path d="M40 15l-4.6-4.500a3 3 0 0 1 4.6-3.9 3 3 0 0 1 4.6 3.900z" fill="currentColor" />
    </>
  ),
  casual: (
    <>
      <path d="M8 13h30L23 29z" fill="currentColor" fillOpacity="0.16" />
      <path d="M23 29v12m-9 0h18M30 13l6-9" />
      <circle cx="19" cy="18.5" fill="currentColor" r="2.6" />
    </>
  ),
  relationship: (
    <>
      <circle cx="17" cy="30" fill="currentColor" fillOpacity="0.16" r="12" />
      <circle cx="31" cy="30" r="12" />
      <path d="M24 13.500l-4.6-4.500a3 3 0 0 1 4.6-3.9 3 3 0 0 1 4.6 3.900z" fill="currentColor" />
    </>
  ),
  friends: (
    <>
      <circle cx="16" cy="15" r="7" />
      <path d="M4 41c0-9 5-14 12-14s12 5 12 14z" fill="currentColor" fillOpacity="0.16" />
      <path d="M30 9.500a6 6 0 0 1 2 11.500m1 7c6 .5 11 5 11 13h-8" />
    </>
  ),
  swap: (
    <>
      <circle cx="24" cy="24" fill="currentColor" fillOpacity="0.16" r="20" />
      <path d="M13 19h21l-6-6M35 29H14l6 6" />
    </>
  ),
};

/** Decorative illustration beside the reason's label. */
export function ReasonIcon({ reason, className }: { reason: Reason; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2.2"
      viewBox="0 0 48 48"
    >
      {SHAPES[reason]}
    </svg>
  );
}
