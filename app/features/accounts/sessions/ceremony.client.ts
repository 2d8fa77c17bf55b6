import { useEffect, useState } from "react";
import { CallError } from "#app/live/client.ts";
import { sitePath } from "#app/ui/site-path.ts";
import { hasPasskeys, type PasskeyTexts, passkeyErrorText } from "./passkey-support.client.ts";

/** The state of a passkey button, and `attempt`, which runs a ceremony and reports its failure. */
export function useCeremony(words: PasskeyTexts) {
  const [message, setMessage] = useState<string | null>(null);
  const [page, setPage] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  // False until hydration: before it, the form has no target for the password.
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (hasPasskeys()) setReady(true);
    else setMessage(words.unsupported);
  }, [words.unsupported]);
  // Back from the next page returns to this one as it was left.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setWorking(false);
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, []);

  async function attempt(ceremony: () => Promise<void>): Promise<void> {
    if (working) return;
    setWorking(true);
    setMessage(null);
    setPage(null);
    try {
      await ceremony();
    } catch (error) {
      setMessage(passkeyErrorText(error, words));
      if (error instanceof CallError) setPage(sitePath(error.params.page));
      setWorking(false);
    }
  }

  // Not `disabled`: a disabled button loses the focus, and a cancel would return to the page's top.
  return { message, page, working, button: { disabled: !ready, "aria-disabled": working || undefined }, attempt };
}
