import type { CallName } from "#worker/calls.ts";

/** Method and path of every call: what a browser needs of the contract. A test holds it equal to the contract itself. */
export const CALL_TABLE = {
  settings: ["GET", "/api/settings.php"],
  companyinfo: ["GET", "/api/companyinfo.php"],
  regions: ["GET", "/api/regions.php"],
  interests: ["GET", "/api/interests.php"],
  login: ["POST", "/api/user.php"],
  user: ["GET", "/api/user.php"],
  updateUser: ["PUT", "/api/user.php"],
  logout: ["GET", "/api/logout.php"],
  signup: ["POST", "/api/signup.php"],
  activate: ["POST", "/api/activate.php"],
  activation: ["POST", "/api/activation.php"],
  members: ["GET", "/api/members.php"],
  member: ["GET", "/api/member.php"],
  like: ["POST", "/api/like.php"],
  unlike: ["DELETE", "/api/like.php"],
  likes: ["GET", "/api/likes.php"],
  chats: ["GET", "/api/chats.php"],
  chat: ["GET", "/api/chat.php"],
  sendMessage: ["POST", "/api/chat.php"],
  removeChat: ["DELETE", "/api/chat.php"],
  readChat: ["POST", "/api/chat-read.php"],
  packages: ["GET", "/api/packages.php"],
  transactions: ["GET", "/api/transactions.php"],
  discountcode: ["GET", "/api/discountcode.php"],
} as const satisfies Record<CallName, readonly [string, string]>;
