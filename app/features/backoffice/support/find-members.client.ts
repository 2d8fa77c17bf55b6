import { CallError } from "#app/live/client.ts";
import { authorHeaders } from "#app/ui/author.ts";
import type { ErrorBody } from "#worker/platform/errors.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import type { Destination } from "./palette.shared.ts";

export interface FoundPaths {
  find: string;
  lines: string;
  /** Before the id of a member. */
  file: string;
}

export interface Found {
  rows: Destination[];
  /** Cursor: id of the last member of the previous page. */
  more: string | undefined;
}

/** The search of the page of members, with its rows in the audit log. Names are read only where there is a choice. A text is a refusal. */
export async function findMembers(
  search: { query: string; after?: string | undefined },
  paths: FoundPaths,
  pages: readonly Destination[],
  words: Record<"failed" | "waits", string>,
): Promise<Found | string> {
  try {
    const body = JSON.stringify(search);
    const { found, waits, more } = (await ask(paths.find, { method: "POST", body })) as Answer<"findMembers">;
    const queue = waits && pages.find(({ kind }) => kind === waits);
    const ids = found.split(".").filter(Boolean);
    const rows =
      ids.length > 1 || search.after || (queue && ids.length > 0)
        ? await named(ids, paths)
        : ids.map((id) => rowOf(paths, id, "", ""));
    return { rows: queue ? [...rows, { ...queue, note: words.waits }] : rows, more };
  } catch (error) {
    return (error instanceof CallError && error.message) || words.failed;
  }
}

type Answer<N extends keyof StaffBackend> = Awaited<ReturnType<StaffBackend[N]>>;

async function named(ids: string[], paths: FoundPaths): Promise<Destination[]> {
  const query = new URLSearchParams({ ids: ids.join(".") });
  const { members } = (await ask(`${paths.lines}?${query}`, {})) as Answer<"memberLines">;
  return members.map(({ id, name, site }) => rowOf(paths, id, name, site));
}

function rowOf(paths: FoundPaths, id: string, label: string, note: string): Destination {
  return { href: `${paths.file}${id}`, label, note, member: true };
}

/** @throws CallError */
async function ask(path: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(path, { ...init, headers: { "content-type": "application/json", ...authorHeaders() } });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new CallError(answer.status, (body as ErrorBody).error);
  return body;
}
