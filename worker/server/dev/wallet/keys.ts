/**
 * Keys and certificates of the test wallet's issuers, made by openssl for 2026 to 2055. No secret: nobody trusts them.
 * Only the authority of the first is in the list of local builds (worker/accounts/age/local-list.ts).
 */
export const ISSUERS = {
  listed: {
    privateKey: {
      kty: "EC",
      crv: "P-256",
      x: "LYrxIdPE4i7MoBQk_Y6ll7jkr-LneutloUstRbCtRY0",
      y: "W8ThWSo_1yvRWnnJgppIrJejqPSjubZ3NHXBsbKIrOs",
      d: "mKuVaRMGaob8NbwPJ1NtrruU12g9-SEzC-7ss5xehLQ",
    },
    certificate:
      "MIIB6jCCAZCgAwIBAgIUXoNgKsDLtn4WbN20Lt115by+eMowCgYIKoZIzj0EAwIwODEXMBUGA1UEAwwOVGVzdCB3YWxsZXQgQ0ExEDAOBgNVBAoMB0xpYWlzb24xCzAJBgNVBAYTAkVVMCAXDTI2MDEwMTAwMDAwMFoYDzIwNTYwMTAxMDAwMDAwWjBFMSQwIgYDVQQDDBtUZXN0IHdhbGxldCBkb2N1bWVudCBzaWduZXIxEDAOBgNVBAoMB0xpYWlzb24xCzAJBgNVBAYTAkVVMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELYrxIdPE4i7MoBQk/Y6ll7jkr+LneutloUstRbCtRY1bxOFZKj/XK9FaecmCmkisl6Oo9KO5tnc0dcGxsois66NpMGcwDgYDVR0PAQH/BAQDAgeAMBUGA1UdJQEB/wQLMAkGByiBjF0FAQIwHwYDVR0jBBgwFoAUXZqwEW+wBjdGQp5pYHBcBKzxgqYwHQYDVR0OBBYEFLcjO/WdFmZVty4b2aC8K6pNG3BXMAoGCCqGSM49BAMCA0gAMEUCIDuUtM/Qnl7/E12/9TWJysZXv1fneqbjxRQolQQYWCaFAiEAm9h4U4Xp3bCLAUaQFXqGIfAuQ8bswUD4IYu30+LUCMM=",
  },
  unlisted: {
    privateKey: {
      kty: "EC",
      crv: "P-256",
      x: "LshoUIJXCfFCnWxAZbb64qnwWvK1hQdYCIoowuYp5uQ",
      y: "S3VOkTqIGvjDjosozcls6w_QJY7sitX8u6OLZTyeyOc",
      d: "ax43bZHLNsTn-xQluHy4wuqv8WoAH04sh3JgaFGzjzo",
    },
    certificate:
      "MIIB8zCCAZigAwIBAgIUKGzTcOoEk8BSfXCvknTnsmuLKdYwCgYIKoZIzj0EAwIwPDEbMBkGA1UEAwwSVW5saXN0ZWQgaXNzdWVyIENBMRAwDgYDVQQKDAdMaWFpc29uMQswCQYDVQQGEwJFVTAgFw0yNjAxMDEwMDAwMDBaGA8yMDU2MDEwMTAwMDAwMFowSTEoMCYGA1UEAwwfVW5saXN0ZWQgaXNzdWVyIGRvY3VtZW50IHNpZ25lcjEQMA4GA1UECgwHTGlhaXNvbjELMAkGA1UEBhMCRVUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQuyGhQglcJ8UKdbEBltvriqfBa8rWFB1gIiijC5inm5Et1TpE6iBr4w46LKM3JbOsP0CWO7IrV/Luji2U8nsjno2kwZzAOBgNVHQ8BAf8EBAMCB4AwFQYDVR0lAQH/BAswCQYHKIGMXQUBAjAfBgNVHSMEGDAWgBRXGE3+KsZ/2WCsGUk9XJSwXAsq4TAdBgNVHQ4EFgQU8qC8PlN8rv3MY/OokFopEcCpeHUwCgYIKoZIzj0EAwIDSQAwRgIhAOP8z/CXCpTBjcKaS4YH87grFVu9YO93L1o0GhC6i5JeAiEA/xXwbfgJOFkq7tZXA3GrvBbc2J5uiWp7aNm5yk972io=",
  },
};

export type Issuer = (typeof ISSUERS)[keyof typeof ISSUERS];
