import { DAY, HOUR, MINUTE } from "./durations.ts";
import { limit, rows } from "./limits-rows.ts";
import { SMS_PER_DAY } from "./limits-window.ts";

export const MONEY_LIMITS = rows({
  smsOfMember: {
    calls: ["directdebit"],
    key: "sms {member}",
    windows: [limit(1, MINUTE), limit(3, DAY)],
    protects: "the operator's money from codes by SMS",
    counted: "rule",
  },
  smsToNumber: {
    calls: ["directdebit"],
    key: "sms to {number}",
    windows: [limit(1, MINUTE), limit(3, DAY)],
    protects: "a mobile number from codes that others ask for",
    counted: "rule",
  },
  smsToRange: {
    calls: ["directdebit"],
    key: "sms to range {range}",
    windows: [limit(5, HOUR), limit(15, DAY)],
    protects: "the operator's money from numbers tried one after the other",
    counted: "rule",
  },
  smsOfNetwork: {
    calls: ["directdebit"],
    key: "sms of network {network}",
    windows: [limit(10, HOUR), limit(30, DAY)],
    protects: "the operator's money from many accounts of one network",
    counted: "rule",
  },
  smsOfDomain: {
    calls: ["directdebit"],
    key: "sms of domain {domain}",
    // Of a domain whose file names no `sms_per_day`.
    windows: [limit(SMS_PER_DAY, DAY)],
    protects: "the operator's money from everybody together",
    counted: "rule",
  },
  smsAlarms: {
    calls: ["directdebit"],
    key: "{event} at {domain}",
    windows: [limit(1, HOUR)],
    protects: "the log from a line for each code that is not sent",
    counted: "rule",
  },
  directDebits: {
    calls: ["directdebit"],
    key: "direct debits {member}",
    windows: [limit(60, HOUR)],
    protects: "SMS codes from being guessed, and bank accounts from being tried",
    counted: "before",
  },
  orders: {
    calls: ["startPayment", "refundPayment"],
    key: "orders {member}",
    windows: [limit(60, HOUR), limit(200, DAY)],
    protects: "the payment provider from orders that nobody pays",
    counted: "before",
  },
  paymentQuestions: {
    calls: ["payment"],
    key: "payment questions {member}",
    windows: [limit(6, MINUTE), limit(60, HOUR), limit(300, DAY)],
    protects: "the payment provider from questions by an open page; without one the page shows what is known",
    counted: "rule",
  },
  discountCodes: {
    calls: ["discountcode"],
    key: "discount codes {network}",
    windows: [limit(60, HOUR), limit(200, DAY)],
    protects: "discount codes from being guessed; pages with prices ask for the active one",
    counted: "before",
  },
});
