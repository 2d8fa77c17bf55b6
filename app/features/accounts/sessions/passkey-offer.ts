interface Refused {
  error?: { params?: { passkey?: string } };
}

/**
 * Offers passkeys in the suggestions of the log-in field (Web Authentication Level 3, 5.1.4, conditional mediation).
 * Self-contained and without comments: the page inlines its source. Without the platform's support it does nothing.
 * A challenge is good for five minutes, so a seen page renews it after four (in ms). A hidden page asks for none all day.
 * `next` and `otherWay` are paths of this site; after a failure the password still logs in.
 */
export function offerPasskeys(next: string, otherWay: string): void {
  const renewal = 240_000;
  const platform = self.PublicKeyCredential;
  if (!platform?.isConditionalMediationAvailable || !platform.parseRequestOptionsFromJSON) return;

  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return { ok: answer.ok, body: (await answer.json()) as PublicKeyCredentialRequestOptionsJSON & Refused };
  };

  const offer = async () => {
    const options = await post("/api/passkey-challenge.php", {});
    if (!options.ok) return;
    const publicKey = platform.parseRequestOptionsFromJSON(options.body);
    const renew = new AbortController();
    const timer = setTimeout(() => renew.abort(), renewal);
    const ask = { publicKey, mediation: "conditional" as const, signal: renew.signal };
    const credential = (await navigator.credentials.get(ask).catch(() => null)) as PublicKeyCredential | null;
    clearTimeout(timer);
    if (renew.signal.aborted && document.hidden) addEventListener("visibilitychange", offer, { once: true });
    else if (renew.signal.aborted) void offer();
    if (!credential) return;
    const answer = await post("/api/passkey-login.php", { credential: credential.toJSON() });
    if (answer.ok) return location.assign(next);
    if (answer.body.error?.params?.passkey === "unknown")
      await platform.signalUnknownCredential?.({ rpId: publicKey.rpId ?? location.hostname, credentialId: credential.id });
    location.assign(otherWay);
  };

  const begin = async () => {
    if (await platform.isConditionalMediationAvailable()) await offer();
  };
  begin().catch(() => {});
}
