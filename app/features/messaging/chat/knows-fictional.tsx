import { Checkbox } from "#app/ui/checkbox.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export function KnowsFictional({ name, price }: { name: string; price: number }) {
  const { t } = edge();
  return (
    <>
      {import.meta.viteRsc.loadCss()}
      <input name="fictional" type="hidden" value="1" />
      <Checkbox
        label={t("chat.fictionalKnown", { name, price: t("wallet.price", { count: price }) })}
        name="fictional_known"
        required
      />
    </>
  );
}
