"use client";
import { useEffect, useState } from "react";
import { call } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { hasPasskeys, type PasskeyWords, wordsFor } from "./platform.client.ts";

/** Asks the browser for a passkey of this host and logs in with it. `next` is a page of this site, which the server has checked. */
export function PasskeyLogin({ words, next }: { words: PasskeyWords & { use: string }; next: string }) {
  const [message, setMessage] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (hasPasskeys()) setReady(true);
    else setMessage(words.unsupported);
  }, [words.unsupported]);

  async function use() {
    setWorking(true);
    setMessage(null);
    try {
      const options = await call("passkeyChallenge", {}, { retries: 0 });
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
      const answer = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      await call("passkeyLogin", { credential: answer.toJSON() as never }, { retries: 0 });
      location.assign(next);
    } catch (error) {
      setMessage(wordsFor(error, words));
      setWorking(false);
    }
  }

  return (
    <div className="stack">
      {message && <Alert title={message} tone="error" />}
      <Button disabled={!ready || working} icon="key" onClick={use} size="l" type="button" wide>
        {working ? words.working : words.use}
      </Button>
    </div>
  );
}
