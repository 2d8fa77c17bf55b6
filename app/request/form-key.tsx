import { newId } from "#worker/platform/ids.ts";

const NAME = "key";

/** Names this form of this page: pressed twice, it adds once (`edge().once`). */
export function FormKey() {
  return <input name={NAME} type="hidden" value={newId()} />;
}

export function formKey(data: FormData): string | undefined {
  return String(data.get(NAME) ?? "") || undefined;
}
