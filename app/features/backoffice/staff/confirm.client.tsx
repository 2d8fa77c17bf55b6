"use client";
import type { MouseEvent } from "react";
import { useCeremony } from "#app/features/accounts/sessions/ceremony.client.ts";
import { type PasskeyTexts, signWithPasskey } from "#app/features/accounts/sessions/passkey-support.client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { post } from "./post.client.ts";

interface Props {
  path: string;
  words: PasskeyTexts & { use: string };
}

/** Sends the form around it with the answer of a passkey in place of password and code. */
export function ConfirmWithPasskey({ path, words }: Props) {
  const { message, working, button, attempt } = useCeremony(words);

  async function use({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form) return;
    const factors = ["password", "code"].map((name) => form.elements.namedItem(name) as HTMLInputElement);
    const without = (disabled: boolean) => {
      for (const field of factors) field.disabled = disabled;
    };
    without(true);
    if (!form.reportValidity()) return without(false);
    // Enabled again meanwhile: a cancelled passkey leaves password and code.
    without(false);
    await attempt(async () => {
      const credential = await signWithPasskey(await post(path, {}));
      const answer = document.createElement("input");
      Object.assign(answer, { type: "hidden", name: "credential", value: JSON.stringify(credential) });
      without(true);
      form.insertAdjacentElement("beforeend", answer);
      form.submit();
    });
  }

  return (
    <>
      {message && <Alert title={message} tone="error" />}
      <div>
        <Button {...button} icon="key" onClick={use} type="button" variant="secondary">
          {working ? words.working : words.use}
        </Button>
      </div>
    </>
  );
}
