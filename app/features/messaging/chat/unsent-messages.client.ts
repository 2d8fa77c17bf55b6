import { deviceStorage, openDatabase } from "#app/ui/storage.ts";

/** A message that the server has not acknowledged. */
export interface UnsentMessage {
  clientId: string;
  partnerId: string;
  conversation: string | null;
  /** Seq of the quoted message. */
  replyTo: number | null;
  /** Newest draft that was shown; its text became this message. Absent from what an older page stored. */
  draftVersion?: number;
  /** The caption, for a photo. */
  text: string;
  /** Its number, for a ready line that was not changed: the server knows its text. */
  icebreaker?: string;
  /** A photo, or the recording of these `levels`. */
  file?: File;
  levels?: string;
  fictionalKnown?: boolean;
  /** In credits, as the member was told; absent for an upstream that takes none. */
  price?: number;
  /** It waits for a proof of age. */
  proof?: boolean;
  createdAt: string;
  /** Why it was refused or failed; null while it is to be sent. */
  error: string | null;
}

type Change = (store: IDBObjectStore, order: number | undefined) => unknown;

type Stored = UnsentMessage & { order: number };

/** Of a new database. Earlier pages, perhaps open in another tab, made a store with another name. */
const STORE = "messages";
/** Names of the databases, one a member; the log-out deletes them. */
export const UNSENT = "unsent:";

/** The unsent messages of one member in IndexedDB, shared by all tabs. In memory what the browser does not store. */
export class UnsentMessages {
  readonly #name: string;
  #opened: Promise<IDBDatabase | null> | undefined;
  readonly #memory: Stored[] = [];

  constructor(memberId: string) {
    this.#name = UNSENT + memberId;
  }

  async all(): Promise<UnsentMessage[]> {
    const db = await this.#open();
    if (!db) return [...this.#memory];
    const reading = db.transaction(storeOf(db), "readonly");
    const request = reading.objectStore(storeOf(db)).getAll() as IDBRequest<Stored[]>;
    await ended(reading);
    return this.#memory.reduce(inserted, request.result);
  }

  /** Keeps the place of a known unsent message. */
  async put(unsent: UnsentMessage): Promise<void> {
    // The mark comes first: other pages and the log-out ask only where it stands. Without one nothing is stored.
    if (!deviceStorage.keep(this.#name, 1) && !deviceStorage.read(this.#name)) this.#opened = Promise.resolve(null);
    await this.#change(unsent.clientId, (store, order) => store.put(order === undefined ? unsent : { ...unsent, order }), unsent);
  }

  async remove(clientId: string): Promise<void> {
    const left = await this.#change(clientId, (store, order) => order !== undefined && store.delete(order), null);
    if (left === 0) deviceStorage.drop(this.#name);
  }

  async #change(clientId: string, change: Change, unsent: UnsentMessage | null): Promise<number> {
    const placeOf = () => this.#memory.findIndex((one) => one.clientId === clientId);
    const db = await this.#open();
    if (db && placeOf() < 0) {
      const left = await this.#write(db, clientId, change).catch(() => null);
      // Nothing was stored if the disk is full.
      if (left !== null) return left;
    }
    const index = placeOf();
    const unsentMessages = unsent ? [{ ...unsent, order: 0 }] : [];
    this.#memory.splice(index < 0 ? this.#memory.length : index, index < 0 ? 0 : 1, ...unsentMessages);
    return this.#memory.length + (db ? 1 : 0);
  }

  /** One transaction, as each sent message waits for it. A crash of the browser loses nothing. */
  async #write(db: IDBDatabase, clientId: string, change: Change): Promise<number> {
    const writing = db.transaction(storeOf(db), "readwrite", { durability: "relaxed" });
    const store = writing.objectStore(storeOf(db));
    const all = store.getAll() as IDBRequest<Stored[]>;
    all.onsuccess = () => change(store, all.result.find((unsent) => unsent.clientId === clientId)?.order);
    await ended(writing);
    return all.result.filter((unsent) => unsent.clientId !== clientId).length + this.#memory.length;
  }

  #open(): Promise<IDBDatabase | null> {
    this.#opened ??= openDatabase(this.#name, create).catch(() => null);
    return this.#opened;
  }
}

/** Where it was written: the store numbers only what it holds. */
function inserted(unsentMessages: Stored[], unsent: Stored): Stored[] {
  const later = unsentMessages.findIndex(({ createdAt }) => createdAt > unsent.createdAt);
  return unsentMessages.toSpliced(later < 0 ? unsentMessages.length : later, 0, unsent);
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

function create(database: IDBDatabase): void {
  database.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
}

function storeOf({ objectStoreNames: [name = STORE] }: IDBDatabase): string {
  return name;
}
