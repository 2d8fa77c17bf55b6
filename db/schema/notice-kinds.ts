/** `maintenance` closes the site; the others are shown above its pages. */
export const SITE_NOTICE_KINDS = ["maintenance", "info", "warning", "success"] as const;
export const NOTICE_AUDIENCES = ["everybody", "visitors", "members"] as const;
export const SITE_MAIL_STATUSES = ["proposed", "sending", "sent", "stopped", "refused"] as const;
