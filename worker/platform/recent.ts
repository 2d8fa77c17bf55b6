/** A map that forgets: once there are more than `most` entries, the one that was set longest ago goes. */
export function createRecent<Key, Value>(most: number): Map<Key, Value> {
  return new Recent<Key, Value>(most);
}

class Recent<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#most) this.delete(this.keys().next().value as Key);
    return this;
  }
}
