import { createHash } from "node:crypto";

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** CCBill asks for MD5. It proves little: `verify` wants our own code and CCBill's network as well. */
export function formDigest(salt: string, price: string, period: number, currencyCode: string): string {
  return md5(`${price}${period}${currencyCode}${salt}`);
}

/** `dynamicPricingValidationDigest` of an approved sale. */
export function approvalDigest(salt: string, subscriptionId: string): string {
  return md5(`${subscriptionId}1${salt}`);
}
