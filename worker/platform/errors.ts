import type { Effects } from "./answer.ts";

/** The texts are `errors.<code>` in the locales. */
export const ERROR_STATUS = {
  malformed: 400,
  not_enough_credits: 402,
  debt_open: 402,
  payment_failed: 402,
  age_proof_required: 403,
  authentication_required: 403,
  banned: 403,
  blocked: 403,
  call_refused: 403,
  consent_required: 403,
  cross_origin: 403,
  directdebit_blocked: 403,
  directdebit_limit: 403,
  excluded: 403,
  first_message_refused: 403,
  forbidden: 403,
  goodbye: 403,
  login_failed: 403,
  muted: 403,
  not_answered: 403,
  not_confirmed: 403,
  photo_required: 403,
  premium_required: 403,
  signup_closed: 403,
  signup_refused: 403,
  spend_limit: 403,
  code_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  call_busy: 409,
  conflict: 409,
  edit_over: 409,
  event_full: 409,
  event_limit: 409,
  not_refundable: 409,
  other_member: 409,
  price_changed: 409,
  idempotency_conflict: 409,
  call_over: 410,
  event_over: 410,
  invitation_over: 410,
  link_expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  fictional_unconfirmed: 422,
  invalid: 422,
  passkey_failed: 422,
  login_blocked: 429,
  too_many_conversations: 429,
  too_many_requests: 429,
  too_many_resets: 429,
  swipe_limit: 429,
  internal: 500,
  upstream_failed: 502,
  in_progress: 503,
  maintenance: 503,
  upstream_timeout: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The texts are `errors.field.<code>` in the locales. */
export const FIELD_CODES = [
  "required",
  "too_short",
  "too_long",
  "invalid_format",
  "same_time",
  "invalid_email",
  "unknown_option",
  "unknown_field",
  "no_own_town",
  "no_own_interests",
  "intimate_hidden",
  "intimate_limit",
  "self_limit",
  "presence_hidden",
  "profile_invisible",
  "not_kept",
  "out_of_range",
  "name_is_email",
  "name_starts_with_at",
  "name_characters",
  "name_contact",
  "name_reserved",
  "name_taken",
  "email_taken",
  "email_unknown",
  "mail_domain_refused",
  "account_pending_deletion",
  "under_age",
  "invalid_date",
  "password_common",
  "password_personal",
  "passwords_differ",
  "password_same",
  "old_password_wrong",
  "password_wrong",
  "new_email_invalid",
  "email_same",
  "consent_required",
  "wrong_code",
  "six_digits",
  "bad_cursor",
  "to_oneself",
  "too_many",
  "contact_details",
  "asks_for_money",
  "asks_for_meeting",
  "newer_message",
  "opener_repeated",
  "text_limit",
  "repeated",
  "not_a_picture",
  "picture_too_large",
  "picture_blocked",
  "picture_unchosen",
  "picture_too_small",
  "picture_too_many_pixels",
  "not_a_recording",
  "recording_too_long",
  "photo_limit",
  "not_an_address",
  "addresses_limit",
  "file_without_addresses",
  "contacts_too_large",
  "search_limit",
  "always_at_once",
  "trip_limit",
  "trips_overlap",
  "in_the_past",
  "too_far_ahead",
  "ends_before_start",
  "too_long_stay",
  "always_on",
  "code_unknown",
  "code_used",
  "code_expired",
  "code_country",
  "code_minimum",
  "code_method",
  "code_other_account",
  "iban_invalid",
  "iban_country",
  "mobile_invalid",
  "mobile_country",
  "mobile_only",
  "mandate_required",
] as const;

export type FieldCode = (typeof FIELD_CODES)[number];
export type Params = Record<string, string | number>;

export interface FieldError {
  field: string;
  code: FieldCode;
  params?: Params;
  /** In place of the text of the code; for staff, in English. */
  text?: string;
}

interface Details {
  params?: Params;
  field?: string;
  fields?: FieldError[];
  /** Seconds. */
  retryAfter?: number;
  effects?: Effects;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Params;
  readonly field: string | null;
  readonly fields: FieldError[];
  readonly retryAfter: number | null;
  readonly effects: Effects;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.name = "AppError";
    this.code = code;
    this.params = details.params ?? {};
    this.field = details.field ?? null;
    this.fields = details.fields ?? [];
    this.retryAfter = details.retryAfter ?? null;
    this.effects = details.effects ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A malformed request body: the client's error, not logged. */
export class Unreadable extends Error {}

export function invalid(...fields: FieldError[]): AppError {
  return new AppError("invalid", { fields });
}

export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    field: string | null;
    params: Params;
    retry_after: number | null;
    fields?: { field: string; code: FieldCode; message: string; params?: Params }[];
    request_id?: string;
  };
}
