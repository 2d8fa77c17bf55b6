import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { loginWith } from "./gate.ts";

interface Props {
  way: "password" | "passkey";
  href: string;
  /** A form that waits for a session goes along. */
  unsent: string | undefined;
  children: ReactNode;
}

export function OtherLogin({ way, href, unsent, children }: Props) {
  if (unsent === undefined)
    return (
      <p>
        <a href={href}>{children}</a>
      </p>
    );
  return (
    <form action={loginWith(way)} method="post">
      <input name="kept" type="hidden" value={unsent} />
      <Button variant="secondary" wide>
        {children}
      </Button>
    </form>
  );
}
