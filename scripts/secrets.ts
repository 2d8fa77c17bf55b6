/** Of the provider at id.localhost. */
export const LOCAL_AGE_SECRET = "local only, age";

/** Secrets and variables of local instances; a deployment sets its own. */
export const LOCAL_SECRETS = {
  PASSWORD_PEPPER: "local only",
  MEDIA_SECRET: "local only",
  UPSTREAM_KEY: "local only",
  MAIL_REPORT_SANDBOX: "local only, sandbox",
  STAFF_HOST: "staff.localhost",
  AGE_OIDC_VELVET: LOCAL_AGE_SECRET,
  AGE_OIDC_KOMPAAN: LOCAL_AGE_SECRET,
};
