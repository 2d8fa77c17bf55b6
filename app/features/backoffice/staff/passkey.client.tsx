"use client";
import { type FormEvent, useRef } from "react";
import { useCeremony } from "#app/features/accounts/sessions/ceremony.client.ts";
import { createPasskey, type PasskeyTexts, signWithPasskey } from "#app/features/accounts/sessions/passkey-support.client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { post } from "./post.client.ts";

interface AddProps {
  paths: { options: string; add: string };
  /** Page to show afterwards. */
  back: string;
  email: string;
  nameLength: number;
  words: PasskeyTexts & { name: string; nameHint: string; password: string; code: string; codeHint: string; add: string };
}

/** Creates a passkey after password and code were confirmed. Needs scripts. */
export function AddStaffPasskey({ paths, back, email, nameLength, words }: AddProps) {
  const { message, working, button, attempt } = useCeremony(words);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    await attempt(async () => {
      const options = await post(paths.options, { password: String(data.get("password")), code: String(data.get("code")) });
      const credential = await createPasskey(options);
      await post(paths.add, { name: String(data.get("name")), credential });
      location.assign(back);
    });
  }

  return (
    <form className="stack" method="post" onSubmit={add}>
      {message && <Alert title={message} tone="error" />}
      <input
        aria-hidden
        autoComplete="username"
        className="visually-hidden"
        name="username"
        readOnly
        tabIndex={-1}
        value={email}
      />
      <Input autoComplete="off" hint={words.nameHint} label={words.name} maxLength={nameLength} name="name" required />
      <Input
        autoComplete="current-password"
        id="add-password"
        label={words.password}
        maxLength={500}
        name="password"
        required
        type="password"
      />
      <Input
        autoComplete="one-time-code"
        hint={words.codeHint}
        id="add-code"
        label={words.code}
        maxLength={500}
        name="code"
        required
        spellCheck={false}
      />
      <div>
        <Button {...button} icon="key">
          {working ? words.working : words.add}
        </Button>
      </div>
    </form>
  );
}

interface LoginProps {
  paths: { challenge: string; login: string };
  next: string;
  /** A form that comes back after the log-in, in place of `next`. */
  unsent: { form: string; action: string } | null;
  words: PasskeyTexts & { use: string };
}

export function StaffPasskeyLogin({ paths, next, unsent, words }: LoginProps) {
  const form = useRef<HTMLFormElement>(null);
  const { message, working, button, attempt } = useCeremony(words);
  const use = () =>
    attempt(async () => {
      const options = await post(paths.challenge, {});
      const credential = await signWithPasskey(options);
      if (form.current) return hand(form.current, credential);
      await post(paths.login, { credential });
      location.assign(next);
    });

  return (
    <div className="stack">
      {message && <Alert title={message} tone="error" />}
      <Button {...button} icon="key" onClick={use} size="l" type="button" wide>
        {working ? words.working : words.use}
      </Button>
      {unsent && (
        <form action={unsent.action} hidden method="post" ref={form}>
          <input name="kept" type="hidden" value={unsent.form} />
          <input name="credential" type="hidden" />
        </form>
      )}
    </div>
  );
}

function hand(form: HTMLFormElement, credential: object): void {
  (form.elements.namedItem("credential") as HTMLInputElement).value = JSON.stringify(credential);
  form.submit();
}
