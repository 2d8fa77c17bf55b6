"use client";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { call } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { useCeremony } from "./ceremony.client.ts";
import { createPasskey, keepOnly, type PasskeyTexts } from "./passkey-support.client.ts";

interface Props {
  words: Words;
  proposal: string;
  nameLength: number;
  back: string;
  /** The account's user handle (base64url) and the ids of its passkeys on this host. */
  account: { userId: string; accepted: string[] };
  /** UsernameField for password managers. */
  children: ReactNode;
}

interface Words extends PasskeyTexts {
  name: string;
  nameHint: string;
  password: string;
  required: string;
  add: string;
}

/** Creates a passkey after password confirmation. Needs scripts. */
export function AddPasskey({ words, proposal, nameLength, back, account: { userId, accepted }, children }: Props) {
  const { message, working, button, attempt } = useCeremony(words);
  const [blank, setBlank] = useState<readonly string[]>([]);
  const ids = accepted.join();
  useEffect(
    () => keepOnly({ rpId: location.hostname, userId, allAcceptedCredentialIds: ids.split(",").filter(Boolean) }),
    [userId, ids],
  );

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const left = ["name", "password"].filter((name) => String(data.get(name) ?? "").trim() === "");
    setBlank(left);
    const first = form.elements.namedItem(left[0] ?? "");
    if (first instanceof HTMLInputElement) return first.focus();
    await attempt(async () => {
      const options = await call("newPasskey", { password: String(data.get("password")) }, { retries: 0 });
      const credential = await createPasskey(options);
      await call("addPasskey", { name: String(data.get("name")), credential: credential as never }, { retries: 0 });
      location.assign(back);
    });
  }

  return (
    <form className="stack" method="post" onSubmit={add} noValidate>
      {children}
      {message && <Alert title={message} tone="error" />}
      <Input
        autoComplete="off"
        defaultValue={proposal}
        error={blank.includes("name") && words.required}
        hint={words.nameHint}
        label={words.name}
        maxLength={nameLength}
        name="name"
        required
      />
      <PasswordField
        error={blank.includes("password") && words.required}
        id="add-password"
        label={words.password}
        name="password"
        purpose="current"
        required
      />
      <div>
        <Button {...button} icon="key">
          {working ? words.working : words.add}
        </Button>
      </div>
    </form>
  );
}
