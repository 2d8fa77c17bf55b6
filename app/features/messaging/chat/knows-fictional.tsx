import { Checkbox } from "#app/ui/checkbox.tsx";

export function KnowsFictional({ label, error }: { label: string; error?: string }) {
  return (
    <>
      {import.meta.viteRsc.loadCss()}
      <input name="fictional" type="hidden" value="1" />
      <Checkbox error={error} label={label} name="fictional_known" required />
    </>
  );
}
