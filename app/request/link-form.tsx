import type { ReactNode } from "react";
import { Button, type ButtonProps } from "#app/ui/button.tsx";

export type LinkFormProps = Omit<ButtonProps, "size" | "wide" | "children"> & {
  run: (data: FormData) => Promise<void>;
  /** The link's, which the form posts as `token`. */
  token: string;
  children: ReactNode;
};

/** A mail's link changes nothing by being opened, because mail scanners open it; this button does. */
export function LinkForm({ run, token, children, ...button }: LinkFormProps) {
  return (
    <form action={run}>
      <input name="token" type="hidden" value={token} />
      <Button {...button} size="l" wide>
        {children}
      </Button>
    </form>
  );
}
