import type { OwnPhoto } from "#worker/discovery/photos/photos.contract.ts";
import type { PhotoTexts } from "./photo-texts.ts";

type Action = (data: FormData) => Promise<void>;

export interface PhotoEditorProps {
  photos: OwnPhoto[];
  /** Id of the photo whose menu stands in the page. */
  menu: string | null;
  /** Where the menu of a photo stands in the page, but for its id. */
  href: string;
  max: number;
  /** Where premium members have more places and premium is sold. */
  premium: string | null;
  /** Photos may be reserved for selected members. */
  privacy: boolean;
  cdn: string;
  name: string;
  full: string;
  /** In pixels. */
  least: number;
  texts: PhotoTexts;
  /** Of the dialog that cuts pictures. */
  sheets: string[];
  actions: Record<"main" | "move" | "visibility" | "remove", Action>;
}

/** Shows what the server answers, then `done`. False when it was refused. */
export type Change = (work: () => Promise<{ photos: OwnPhoto[] }>, done: string) => Promise<boolean>;
