"use client";
import { call } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useCeremony } from "./ceremony.client.ts";
import { forgetUnknown, type PasskeyTexts, signWithPasskey } from "./passkey-support.client.ts";

export function PasskeyLogin({ words, next }: { words: PasskeyTexts & { use: string; decision: string }; next: string }) {
  const { message, page, working, button, attempt } = useCeremony(words);
  const use = () =>
    attempt(async () => {
      const options = await call("passkeyChallenge", {}, { retries: 0 });
      const credential = await signWithPasskey(options);
      await call("passkeyLogin", { credential: credential as never }, { retries: 0 }).catch(forgetUnknown(credential));
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
