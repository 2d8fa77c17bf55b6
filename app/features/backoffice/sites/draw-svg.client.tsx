"use client";
import { useEffect, useRef } from "react";

/** In pixels: `ICON_SIDE` of the server, which checks it. */
const HEIGHT = 512;
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Sends a PNG of a chosen SVG along: the server draws none. `from` is the id of the file's field. */
export function DrawSvg({ from }: { from: string }) {
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const chosen = document.getElementById(from) as HTMLInputElement | null;
    const form = chosen?.form;
    if (!chosen || !form) return;
    let work: Promise<void> | null = null;

    async function draw() {
      const [file] = chosen?.files ?? [];
      const carried = new DataTransfer();
      const png = file?.name.toLowerCase().endsWith(".svg") ? await drawn(await file.text()).catch(() => null) : null;
      if (png) carried.items.add(new File([png], "drawn.png", { type: png.type }));
      if (field.current) field.current.files = carried.files;
      work = null;
    }
    const onChange = () => {
      work = draw();
    };
    const onSubmit = (event: SubmitEvent) => {
      if (!work) return;
      event.preventDefault();
      void work.then(() => form.requestSubmit(event.submitter));
    };
    chosen.addEventListener("change", onChange);
    form.addEventListener("submit", onSubmit);
    // A reload keeps the chosen file.
    if (chosen.files?.length) onChange();
    return () => {
      chosen.removeEventListener("change", onChange);
      form.removeEventListener("submit", onSubmit);
    };
  }, [from]);

  return <input aria-hidden="true" hidden name="drawn" ref={field} tabIndex={-1} type="file" />;
}

/** Null for what is no drawing. Nothing in it runs: it is parsed as data, and shown as a picture. */
async function drawn(text: string): Promise<Blob | null> {
  // As the server does: a drawing may lack its namespace.
  const named = text.includes(`xmlns="${NAMESPACE}"`) ? text : text.replace(/<svg\b/, `<svg xmlns="${NAMESPACE}"`);
  const parsed = new DOMParser().parseFromString(named, "image/svg+xml");
  const root = parsed.documentElement;
  const [width, height] = sizeOf(root);
  if (root.localName !== "svg" || !(width && height)) return null;
  const across = Math.max(1, Math.round((width / height) * HEIGHT));
  if (!root.getAttribute("viewBox")) root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.setAttribute("width", String(across));
  root.setAttribute("height", String(HEIGHT));
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(parsed)], { type: "image/svg+xml" }));
  try {
    const picture = new Image(across, HEIGHT);
    picture.src = address;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: across, height: HEIGHT });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, across, HEIGHT);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** As the server reads it: of the viewBox, or of width and height. */
function sizeOf(root: Element): [width: number, height: number] {
  const box = (root.getAttribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const found =
    box.length === 4 ? box.slice(2) : ["width", "height"].map((name) => Number.parseFloat(root.getAttribute(name) ?? ""));
  const [width = 0, height = 0] = found.map((one) => (one > 0 ? Math.max(1, Math.round(one)) : 0));
  return [width, height];
}
