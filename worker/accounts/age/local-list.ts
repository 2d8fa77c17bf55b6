import type { TrustedList } from "./eu/trust.ts";

/** Local builds trust the test wallet, until a list is read. Its authority is made by openssl; see worker/server/dev/wallet/keys.ts. */
export const LOCAL_LIST: TrustedList = {
  source: "the test wallet",
  sequence: 1,
  issued: "2026-01-01T00:00:00Z",
  nextUpdate: "2055-12-31T00:00:00Z",
  read: "2055-12-31T00:00:00Z",
  anchors: [
    {
      name: "Test wallet",
      country: "EU",
      subject: "CN=Test wallet CA, O=Liaison, C=EU",
      certificate:
        "MIIBujCCAV+gAwIBAgIUZ0ye8xysaAG4t/HTGvlCZQShTBYwCgYIKoZIzj0EAwIwODEXMBUGA1UEAwwOVGVzdCB3YWxsZXQgQ0ExEDAOBgNVBAoMB0xpYWlzb24xCzAJBgNVBAYTAkVVMCAXDTI2MDEwMTAwMDAwMFoYDzIwNTYwMTAxMDAwMDAwWjA4MRcwFQYDVQQDDA5UZXN0IHdhbGxldCBDQTEQMA4GA1UECgwHTGlhaXNvbjELMAkGA1UEBhMCRVUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASMi2CGezYPJ2okDB8nvXEgP9/PDu4uHkrvxvVeoIYy1F8JNindnnUAOOt4P1jqKddg8XK9r9lbV08jYh+YjXbZo0UwQzASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUXZqwEW+wBjdGQp5pYHBcBKzxgqYwCgYIKoZIzj0EAwIDSQAwRgIhAKU7Wrmdu1GTVxDyB+RKR4kcz0NUfn51QfJCwO3uB4a1AiEA7I/2lupi/W6kHrVSUUQ6Tqe2sD70MVh70RUXkPuwKKE=",
    },
  ],
};
