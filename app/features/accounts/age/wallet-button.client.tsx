"use client";
import { useEffect, useState } from "react";
import { CallError, call } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";

/** In ms: a browser without a wallet may show nothing and never answer. */
const LONGEST = 120_000;
const PROTOCOL = "org-iso-mdoc";

interface Answer extends Credential {
  data: unknown;
}

/** W3C Digital Credentials API; TypeScript does not know it yet. */
interface Supported {
  DigitalCredential?: { userAgentAllowsProtocol?(protocol: string): boolean };
}

function isSupported(): boolean {
  const { DigitalCredential: api } = globalThis as Supported;
  return api !== undefined && "credentials" in navigator && (api.userAgentAllowsProtocol?.(PROTOCOL) ?? true);
}

type Text = "show" | "working" | "waiting" | "silent" | "cancel" | "failed";

/** Asks this browser's wallet. Nothing where it has none: the page offers the other ways. */
export function WalletButton({ next, texts }: { next: string; texts: Record<Text, string> }) {
  const [supported, setSupported] = useState(false);
  const [working, setWorking] = useState(false);
  const [message, setMessage] = useState("");
  const [asking, setAsking] = useState<AbortController | null>(null);
  useEffect(() => setSupported(isSupported()), []);
  if (!supported) return null;

  async function show() {
    setWorking(true);
    setMessage("");
    try {
      const { browser } = await call("beginAgeProof", { method: "eu", way: "browser", next }, { retries: 0 });
      const cancelled = new AbortController();
      setAsking(cancelled);
      const silent = AbortSignal.timeout(LONGEST);
      const answer = await ask(browser, AbortSignal.any([cancelled.signal, silent]));
      setAsking(null);
      if (silent.aborted && !answer) setMessage(texts.silent);
      if (answer) {
        const { outcome } = await call("receiveAgeProof", { answer }, { retries: 0 });
        // The page goes on, or tells why the answer did not count.
        if (outcome === "under") location.assign("/proof-of-age/done?under");
        else location.reload();
      } else await call("cancelAgeProof", {});
    } catch (error) {
      setMessage((error instanceof CallError && error.message) || texts.failed);
    }
    setAsking(null);
    setWorking(false);
  }

  return (
    <div className="stack">
      {message && <Alert title={message} tone="error" />}
      <Button disabled={working} onClick={show} type="button" wide>
        {working ? texts.working : texts.show}
      </Button>
      {asking && (
        <>
          <p className="muted" role="status">
            {texts.waiting}
          </p>
          <Button onClick={() => asking.abort()} type="button" variant="quiet" wide>
            {texts.cancel}
          </Button>
        </>
      )}
    </div>
  );
}

/** Null if the member closed the wallet, or the signal ended the wait. Not every browser listens to it. */
async function ask(request: unknown, signal: AbortSignal): Promise<unknown> {
  try {
    const options = { mediation: "required", digital: { requests: [request] }, signal } as CredentialRequestOptions;
    const over = new Promise<null>((end) => signal.addEventListener("abort", () => end(null)));
    const found = (await Promise.race([navigator.credentials.get(options), over])) as Answer | null;
    return found?.data ?? null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
