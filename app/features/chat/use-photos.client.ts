import { useCallback, useState } from "react";
import { newKey } from "#app/live/client.ts";
import { retryingImport } from "#app/page/retrying-import.ts";

interface Picked {
  file: File;
  /** Object URL. */
  url: string;
}

const pictures = () => import("#app/features/photos/pictures.client.ts");

export function loadPictures(): void {
  pictures().catch(() => {}); // the choice tries again
}

/** The photo that is chosen but not sent. */
export function usePhotos() {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [problem, setProblem] = useState<"unreadable" | "offline" | null>(null);
  const [preparing, setPreparing] = useState(false);

  const replace = useCallback((next: Picked | null) => {
    setPicked((before) => {
      if (before) URL.revokeObjectURL(before.url);
      return next;
    });
  }, []);

  const prepare = useCallback(
    async (chosen: File) => {
      setProblem(navigator.onLine ? null : "offline");
      const loaded = await retryingImport(pictures).catch(() => null);
      if (!loaded) return setProblem("offline");
      const picture = await loaded.openPicture(chosen, newKey());
      const file = picture && (await loaded.encode(picture, null));
      setProblem(file ? null : "unreadable");
      replace(file && picture ? { file, url: picture.url } : null);
    },
    [replace],
  );
  const pick = useCallback(
    async (chosen: File) => {
      setPreparing(true);
      await prepare(chosen).finally(() => setPreparing(false));
    },
    [prepare],
  );

  const drop = useCallback(() => {
    setProblem(null);
    replace(null);
  }, [replace]);

  return { picked, problem, preparing, pick, drop };
}
