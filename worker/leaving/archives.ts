/** Downloads of members' own data lie in the bucket of the photos, under the id of whom they are of. */
const PREFIX = "archives/";

export type Archives = ReturnType<typeof createArchives>;

/** The archives in R2. */
export function createArchives(bucket: R2Bucket) {
  return {
    /** Removes every archive of a member, whether or not a row knows of it. */
    async eraseAll(accountId: string): Promise<void> {
      for (;;) {
        const { objects, truncated } = await bucket.list({ prefix: `${PREFIX}${accountId}/` });
        if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
        if (!truncated) return;
      }
    },
  };
}
