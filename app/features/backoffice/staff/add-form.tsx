import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import type { StaffCallName } from "#worker/server/staff/calls.ts";
import css from "./staff.module.css";
import { StaffForm } from "./staff-form.tsx";

interface Props {
  call: StaffCallName;
  /** Page of the list, which is shown afterwards. */
  page: string;
  title: string;
  text?: string;
  submit: string;
  children: ReactNode;
}

/** Below a list: the form that adds to it. */
export function AddForm({ call, page, title, text, submit, children }: Props) {
  return (
    <section className={css.form}>
      <h2>{title}</h2>
      {text && <p className="muted">{text}</p>}
      <StaffForm call={call} className="stack" then={page}>
        {children}
        <div>
          <Button>{submit}</Button>
        </div>
      </StaffForm>
    </section>
  );
}
