import { DAY, HOUR, MINUTE } from "./durations.ts";
import { limit, rows } from "./limits-rows.ts";

export const STAFF_LIMITS = rows({
  staffLogin: {
    calls: ["staffLogin"],
    key: "staff login {account} {network}",
    windows: [limit(5, 15 * MINUTE), limit(15, DAY)],
    protects: "a staff account's password and code from one network",
    counted: "rule",
  },
  staffLoginStrangers: {
    calls: ["staffLogin"],
    key: "staff login strangers {account}",
    windows: [limit(30, 15 * MINUTE), limit(100, DAY)],
    protects: "a staff account's password and code from many networks at once, and day after day",
    counted: "rule",
  },
  staffLoginNetwork: {
    calls: ["staffLogin"],
    key: "staff login network {network}",
    windows: [limit(50, 15 * MINUTE)],
    protects: "many staff accounts from one network, and what comparing passwords costs",
    counted: "rule",
  },
  staffPasskeyChallenges: {
    calls: ["staffPasskeyChallenge"],
    key: "staff passkey challenges {network}",
    windows: [limit(200, HOUR)],
    protects: "what making a challenge costs",
    counted: "rule",
  },
  staffPasskeyLogin: {
    calls: ["staffPasskeyLogin"],
    key: "staff passkey {network}",
    windows: [limit(30, 15 * MINUTE)],
    protects: "what checking a passkey costs",
    counted: "rule",
  },
  staffPassword: {
    calls: ["newStaffPasskey", "removeStaffPasskey"],
    key: "staff password {staff}",
    windows: [limit(5, 15 * MINUTE), limit(15, DAY)],
    protects: "a staff password from guesses by who holds a session",
    counted: "rule",
  },
  staffFigures: {
    calls: ["staffFigures", "staffFiguresFile"],
    key: "staff figures {staff}",
    windows: [limit(200, HOUR)],
    protects: "what reading a year of counters costs",
    counted: "rule",
  },
  staffStatus: {
    calls: ["staffStatus"],
    key: "staff status {staff}",
    windows: [limit(600, HOUR)],
    protects: "what looking through queues costs",
    counted: "rule",
  },
  staffSetup: {
    calls: ["staffSetUp"],
    key: "staff setup {network}",
    windows: [limit(20, 15 * MINUTE)],
    protects: "what hashing a password costs",
    counted: "rule",
  },
  staffRefunds: {
    calls: ["proposeRefund"],
    key: "staff refunds {staff}",
    windows: [limit(20, HOUR), limit(60, DAY)],
    protects: "the money from one session in wrong hands, which refunds small sums alone",
    counted: "rule",
  },
  staffChanges: {
    calls: ["addStaff", "changeStaffRole", "disableStaff", "resetStaff"],
    key: "staff changes {staff}",
    windows: [limit(30, HOUR), limit(100, DAY)],
    protects: "all other accounts from one operator's session in wrong hands",
    counted: "rule",
  },
});
