"use client";
import { call } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useCeremony } from "./ceremony.client.ts";
import type { PasskeyTexts } from "./passkey-support.client.ts";

export function PasskeyLogin({ words, next }: { words: PasskeyTexts & { use: string; decision: string }; next: string }) {
  const { message, page, working, button, attempt } = useCeremony(words);
  const use = () =>
    attempt(async () => {
      const options = await call("passkeyChallenge", {}, { retries: 0 });
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
      const answer = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      await call("passkeyLogin", { credential: answer.toJSON() as never }, { retries: 0 });
      location.assign(next);
    });

  return (
    <div className="stack">
      {message && (
        <Alert title={message} tone="error">
          {page && <a href={page}>{words.decision}</a>}
        </Alert>
      )}
      <Button {...button} icon="key" onClick={use} size="l" type="button" wide>
        {working ? words.working : words.use}
      </Button>
    </div>
  );
}
