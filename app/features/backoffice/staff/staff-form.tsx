import type { ReactNode } from "react";
import type { StaffCallName } from "#worker/server/staff/calls.ts";
import { formAction } from "./gate.ts";

interface Props {
  call: StaffCallName;
  /** Page to show afterwards; default: the present one. */
  then?: string;
  className?: string;
  /** It sends files. */
  multipart?: boolean;
  children: ReactNode;
}

/** Makes a call of the staff side. Works without scripts; a refusal shows this page again (worker/server/api/staff.ts). */
export function StaffForm({ call, then, className, multipart, children }: Props) {
  return (
    <form
      action={formAction(call, then)}
      className={className}
      encType={multipart ? "multipart/form-data" : undefined}
      method="post"
    >
      {children}
    </form>
  );
}
