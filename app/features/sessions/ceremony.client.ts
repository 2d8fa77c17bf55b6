import { useEffect, useState } from "react";
import { hasPasskeys, type PasskeyTexts, wordsFor } from "./platform.client.ts";

/** What a button shows that makes or uses a passkey, and `attempt`, which carries a ceremony out and says why it failed. */
export function useCeremony(words: PasskeyTexts) {
  const [message, setMessage] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  // Until the page is alive a form would send a password to nobody.
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (hasPasskeys()) setReady(true);
    else setMessage(words.unsupported);
  }, [words.unsupported]);

  async function attempt(ceremony: () => Promise<void>): Promise<void> {
    if (working) return;
    setWorking(true);
    setMessage(null);
    try {
      await ceremony();
    } catch (error) {
      setMessage(wordsFor(error, words));
      setWorking(false);
    }
  }

  // Not disabled while it works: a button that is loses the focus, and whoever cancels would begin at the top of the page.
  return { message, working, button: { disabled: !ready, "aria-disabled": working || undefined }, attempt };
}
