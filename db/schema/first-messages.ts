/** Who may begin a conversation with a member. What is missing takes everybody. */
export interface FirstMessages {
  /** Members whom this member likes, or nobody. */
  from?: "liked" | "nobody";
  verified?: true;
  photo?: true;
  /** Within the ages and the distance of the member's wishes. */
  wishes?: true;
  /** In characters. */
  length?: number;
}
