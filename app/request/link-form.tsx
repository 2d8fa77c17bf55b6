import type { ReactNode } from "react";
import { Button, type ButtonProps } from "#app/ui/button.tsx";

export type LinkFormProps = Omit<ButtonProps, "size" | "wide" | "children"> & {
  run: (data: FormData) => Promise<void>;
  /** The link's, which the form posts as `token`. */
  token: string;
  children: ReactNode;
};

/** What a mail's link leads to: opening it changes nothing, for mail scanners do that too; the press of this button does. */
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
