import type { ReactNode } from "react";

interface Props {
  /** Path of a call of the contract. */
  path: string;
  /** Page to show afterwards; default: the present one. */
  then?: string;
  className?: string;
  children: ReactNode;
}

/** Posts to a call of the staff side. Works without scripts; a refusal leads back here (worker/api/staff.ts). */
export function StaffForm({ path, then, className, children }: Props) {
  return (
    <form action={then ? `${path}?then=${encodeURIComponent(then)}` : path} className={className} method="post">
      {children}
    </form>
  );
}
