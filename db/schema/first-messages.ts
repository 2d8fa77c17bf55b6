/** Who may begin a conversation with a member. What is missing takes everybody. */
export interface FirstMessages {
  /** "liked": only members whom this member likes may begin a chat. "nobody": no member may. */
  from?: "liked" | "nobody";
  verified?: true;
  photo?: true;
  /** Within the ages and the distance of the member's wishes. */
  wishes?: true;
  /** In characters. */
  length?: number;
  /** They wait as requests until the member accepts: decision 144. */
  requests?: true;
}
