/** Ids of the members' objects that have taken a socket since this runtime began. */
const connected = new Set<string>();
let leaving = false;

const AT_ONCE = 50;

export function noteSocket(id: string): void {
  connected.add(id);
}

/** A socket that is opened while the runtime ends would keep it from ending. */
export function isLeaving(): boolean {
  return leaving;
}

type Inboxes = DurableObjectNamespace<Rpc.DurableObjectBranded & { disconnect(): void }>;

/** Closes all sockets with a code upon which browsers come back, each after a time of its own. */
export async function closeSockets(inboxes: Inboxes): Promise<void> {
  leaving = true;
  const ids = [...connected];
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await Promise.all(
      ids
        .slice(from, from + AT_ONCE)
        .map((id) => Promise.resolve(inboxes.get(inboxes.idFromString(id)).disconnect()).catch(() => {})),
    );
}
