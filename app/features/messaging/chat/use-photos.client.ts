import { useCallback, useRef, useState } from "react";
import { newKey } from "#app/live/client.ts";
import { retryingImport } from "#app/page/retrying-import.ts";

interface Picked {
  file: File;
  /** Object URL. */
  url: string;
}

const pictures = () => import("#app/features/discovery/photos/pictures.client.ts");

export function loadPictures(): void {
  pictures().catch(() => {}); // the choice tries again
}

export function usePhotos() {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [problem, setProblem] = useState<"unreadable" | "offline" | null>(null);
  const [preparing, setPreparing] = useState(false);
  /** Counts the choices: one that is prepared after a later one is dropped. */
  const choices = useRef(0);

  const replace = useCallback((next: Picked | null) => {
    setPicked((before) => {
      if (before) URL.revokeObjectURL(before.url);
      return next;
    });
  }, []);

  const pick = useCallback(
    async (chosen: File) => {
      const choice = ++choices.current;
      setPreparing(true);
      setProblem(navigator.onLine ? null : "offline");
      const outcome = await prepared(chosen);
      if (choice !== choices.current) return typeof outcome === "string" ? undefined : URL.revokeObjectURL(outcome.url);
      setPreparing(false);
      if (outcome === "offline") return setProblem(outcome);
      setProblem(typeof outcome === "string" ? outcome : null);
      replace(typeof outcome === "string" ? null : outcome);
    },
    [replace],
  );

  const drop = useCallback(() => {
    setProblem(null);
    replace(null);
  }, [replace]);

  return { picked, problem, preparing, pick, drop };
}

export async function prepared(chosen: File): Promise<Picked | "unreadable" | "offline"> {
  const loaded = await retryingImport(pictures).catch(() => null);
  if (!loaded) return "offline";
  const picture = await loaded.openPicture(chosen, newKey()).catch(() => null);
  if (!picture) return "unreadable";
  const file = await loaded.encode(picture, null).catch(() => null); // the device may lack memory
  if (file) return { file, url: picture.url };
  URL.revokeObjectURL(picture.url);
  return "unreadable";
}
