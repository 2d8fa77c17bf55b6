import type { ReactNode } from "react";
import { Button, type ButtonProps } from "#app/ui/button.tsx";

export type LinkFormProps = Omit<ButtonProps, "size" | "wide" | "children"> & {
  run: (data: FormData) => Promise<void>;
  token: string;
  children: ReactNode;
};

/** A button, because mail scanners open links: a GET must change nothing. */
export function LinkForm({ run, token, children, ...button }: LinkFormProps) {
  return (
    <form action={run} noValidate>
      <input name="token" type="hidden" value={token} />
      <Button {...button} size="l" wide>
        {children}
      </Button>
    </form>
  );
}
