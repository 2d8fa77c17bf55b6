"use client";
import { useEffect, useState } from "react";
import { authorHeaders, isRefused } from "#app/ui/author.ts";
import { Button } from "#app/ui/button.tsx";
import css from "./place-field.module.css";

type Texts = Record<"ask" | "asking" | "note" | "found" | "nowhere" | "failed" | "denied" | "unsupported", string>;
/** `unknown` until the browser tells its own state. */
type Permission = "unsupported" | "unknown" | PermissionState;
type Found = { region_name: string; city: string };

/** In degrees, about 5 km: the server never learns the exact position. */
const STEP = 0.05;
/** In ms. */
const PATIENCE = 15_000;
/** In ms: an older position will do. */
const AGE = 600_000;

const rounded = (degrees: number) => (Math.round(degrees / STEP) * STEP).toFixed(2);

/** Fills in the field with the nearest town. The browser asks for the position only after a press. */
export function Position({ field, texts }: { field: string; texts: Texts }) {
  const [permission, setPermission] = useState<Permission | null>(null);
  const [said, setSaid] = useState<keyof Texts | null>(null);
  const [town, setTown] = useState("");

  useEffect(() => {
    setPermission("geolocation" in navigator ? "unknown" : "unsupported");
    if (!("geolocation" in navigator)) return;
    const over = new AbortController();
    void watchPermission(setPermission, over.signal);
    return () => over.abort();
  }, []);

  async function ask() {
    if (permission === null || permission === "denied" || said === "asking") return;
    const before = textOf(field);
    setSaid("asking");
    try {
      const { coords } = await position();
      const query = new URLSearchParams({ lat: rounded(coords.latitude), lon: rounded(coords.longitude) });
      const response = await fetch(`/api/geocode.php?${query}`, { headers: authorHeaders() });
      if (isRefused(response) || !response.ok) return setSaid(response.status === 404 ? "nowhere" : "failed");
      const { city, region_name } = (await response.json()) as Found;
      const text = `${city}, ${region_name}`;
      if (!offered(field, text)) return setSaid("nowhere");
      // Text typed meanwhile stays.
      if (textOf(field) !== before) return setSaid(null);
      fill(field, text);
      setTown(text);
      setSaid("found");
    } catch (error) {
      const refused = error instanceof GeolocationPositionError && error.code === error.PERMISSION_DENIED;
      setSaid(refused ? "denied" : "failed");
    }
  }

  const status = permission === "denied" ? "denied" : said;
  if (permission === "unsupported") return <p className={css.note}>{texts.unsupported}</p>;
  return (
    <div className={css.position}>
      <Button
        aria-disabled={permission === null || permission === "denied" || said === "asking"}
        icon="pin"
        onClick={ask}
        size="s"
        type="button"
        variant="secondary"
      >
        {texts.ask}
      </Button>
      <p aria-live="polite" className={css.note} data-permission={permission ?? undefined}>
        {texts[status ?? "note"].replace("{{town}}", () => town)}
      </p>
    </div>
  );
}

function position(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: AGE, timeout: PATIENCE }),
  );
}

async function watchPermission(tell: (state: PermissionState) => void, signal: AbortSignal): Promise<void> {
  // Safari before 16 has no permissions query: the state stays unknown.
  const status = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null);
  if (!status || signal.aborted) return;
  tell(status.state);
  status.addEventListener("change", () => tell(status.state), { signal });
}

/** Towns of another country are not in the list. */
function offered(field: string, text: string): boolean {
  const list = (document.getElementById(field) as HTMLInputElement | null)?.list;
  return [...(list?.options ?? [])].some(({ value }) => value === text);
}

function textOf(field: string): string | undefined {
  return (document.getElementById(field) as HTMLInputElement | null)?.value;
}

function fill(field: string, text: string): void {
  const input = document.getElementById(field) as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
