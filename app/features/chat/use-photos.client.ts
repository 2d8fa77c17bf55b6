import { useCallback, useState } from "react";
import { encode, openPicture } from "#app/features/photos/pictures.client.ts";
import { newKey } from "#app/live/client.ts";

interface Picked {
  file: File;
  /** Object URL. */
  url: string;
}

/** The photo that is chosen but not sent. */
export function usePhotos() {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);

  const replace = useCallback((next: Picked | null) => {
    setPicked((before) => {
      if (before) URL.revokeObjectURL(before.url);
      return next;
    });
  }, []);

  const pick = useCallback(
    async (chosen: File) => {
      const picture = await openPicture(chosen, newKey());
      const file = picture && (await encode(picture, null));
      setUnreadable(!file);
      replace(file && picture ? { file, url: picture.url } : null);
    },
    [replace],
  );

  const drop = useCallback(() => {
    setUnreadable(false);
    replace(null);
  }, [replace]);

  return { picked, isUnreadable, pick, drop };
}
