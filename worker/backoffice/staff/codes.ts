import { invalid } from "#worker/platform/errors.ts";
import type { Seal } from "#worker/platform/sealed.ts";
import { typedNumber } from "#worker/platform/typed.ts";
import type { Proof, StaffRow } from "./staff.store.ts";
import { acceptedStep } from "./totp.ts";

export const RECOVERY_LENGTH = 12;
const STAFF_CODE = new RegExp(`^(?:\\d{6}|[a-z0-9]{${RECOVERY_LENGTH}})$`);

interface Deps {
  /** Opens TOTP secrets. */
  seal: Seal;
  keyedHash(text: string): Promise<string>;
}

export type Codes = ReturnType<typeof createCodes>;

export function createCodes({ seal, keyedHash }: Deps) {
  return {
    /** `code` as of `staffCode`; only the store compares a recovery code. */
    async proofOf(row: StaffRow, code: string, now: number): Promise<Proof | null> {
      if (code.length === RECOVERY_LENGTH) return { recovery: await recoveryHash(keyedHash, row.id, code) };
      const secret = row.totpSecret && (await seal.open(row.totpSecret, row.id));
      const step = secret ? await acceptedStep(secret, code, now, row.totpStep) : null;
      return step === null ? null : { step };
    },
  };
}

export const recoveryHash = (keyedHash: Deps["keyedHash"], staffId: string, code: string) =>
  keyedHash(`staff recovery\n${staffId}\n${typedNumber(code).toLowerCase()}`);

/** Of the app, or a recovery code. Asked before a guess is counted. @throws invalid (required, invalid_format) */
export function staffCode(typed: string): string {
  const code = typedNumber(typed).toLowerCase();
  if (STAFF_CODE.test(code)) return code;
  throw invalid({ field: "code", code: code === "" ? "required" : "invalid_format" });
}
