import type { RegionChoice } from "#app/features/discovery/members/places.ts";
import type { SearchState } from "#app/features/discovery/members/search.ts";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog, DialogTrigger } from "#app/ui/dialog.tsx";
import { Input } from "#app/ui/input.tsx";
import { SEARCH_NAME } from "#worker/discovery/searches/searches.vocabulary.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { wordsOf } from "./saved-search.ts";
import { saveSearch } from "./searches.actions.ts";

const ID = "save-search";

export function SaveSearchButton() {
  const { t } = edge();
  return (
    <DialogTrigger dialog={ID} icon="star" size="s" variant="quiet">
      {t("searches.save")}
    </DialogTrigger>
  );
}

/** Open in the server's HTML after a refusal. */
export function SaveSearchDialog({ search, regions }: { search: SearchState; regions: readonly RegionChoice[] }) {
  const { t } = edge();
  const form = formState("saveSearch");
  const { filter } = search.answer;
  const fields = Object.entries({ ...filter, sort: search.sort }).filter(([, value]) => value !== undefined);
  return (
    <Dialog closeLabel={t("notices.close")} focusInside id={ID} open={Boolean(form.code)} title={t("searches.save")}>
      <form action={saveSearch} className="stack" noValidate>
        <Refusal beside={["name"]} form={form} />
        {fields.map(([field, value]) => (
          <input key={field} name={field} type="hidden" value={value} />
        ))}
        <Fields form={form} name={wordsOf(filter, regions).slice(0, SEARCH_NAME)} />
      </form>
    </Dialog>
  );
}

function Fields({ form, name }: { form: FormState; name: string }) {
  const { t } = edge();
  return (
    <>
      <Input
        autoComplete="off"
        defaultValue={form.values.name ?? name}
        error={form.fields.name}
        id="search-name"
        label={t("searches.name")}
        maxLength={SEARCH_NAME}
        name="name"
        required
      />
      <Checkbox
        defaultChecked={!form.code || form.values.notify === "on"}
        id="search-notify"
        label={t("searches.notify")}
        name="notify"
      />
      <Button icon="star" wide>
        {t("searches.keep")}
      </Button>
    </>
  );
}
