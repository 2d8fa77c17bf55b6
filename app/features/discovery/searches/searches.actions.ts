"use server";
import { redirect } from "react-router";
import { hrefOf } from "#app/features/discovery/members/search.ts";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { isChanged } from "#app/request/rendered-values.tsx";
import { savedPath } from "#app/request/saved.tsx";
import type { CallInput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

const PATH = "/searches";

export async function saveSearch(data: FormData): Promise<void> {
  await submitForm("saveSearch", data, async () => {
    const { name = "", notify, ...wanted } = fieldsOf(data);
    const { search } = await edge().backend.saveSearch({
      ...(wanted as Partial<CallInput<"saveSearch">>),
      name,
      notify: notify !== undefined,
    });
    const sort = search.sort === "last_active" ? undefined : search.sort;
    throw redirect(hrefOf({ ...search.filter, sort, saved: "search" }));
  });
}

/** Reports a search that was removed meanwhile. */
export async function changeSearch(data: FormData): Promise<void> {
  const { search = "", name = "" } = fieldsOf(data);
  await submitForm(`change ${search}`, data, async () => {
    const [named, notified] = ["name", "notify"].map((field) => isChanged(data, field));
    const change = { name: named ? name : undefined, notify: notified ? data.has("notify") : undefined };
    const changed = await unlessGone(edge().backend.changeSearch({ search, ...change }));
    throw redirect(savedPath(PATH, changed === "gone" ? "removed" : ""));
  });
}

export async function removeSearch(data: FormData): Promise<void> {
  const { search = "" } = fieldsOf(data);
  await submitForm(`remove ${search}`, data, async () => {
    await unlessGone(edge().backend.removeSearch({ search }));
    throw redirect(savedPath(PATH, "removed"));
  });
}
