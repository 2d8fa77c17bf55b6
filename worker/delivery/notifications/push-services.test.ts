import { expect, test } from "vitest";
import { isPushService, pushHostsOf } from "./push-services.vocabulary.ts";

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/abc",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
])("a subscription at %s is taken", (endpoint) => {
  expect(isPushService(endpoint)).toBe(true);
});

test.each([
  "http://fcm.googleapis.com/x",
  "https://fcm.googleapis.com:8443/x",
  "https://user@fcm.googleapis.com/x",
  "https://user:password@fcm.googleapis.com/x",
  "https://fcm.googleapis.com@evil.example/x",
  "https://fcm.googleapis.com.evil.example/x",
  "https://evil.example/fcm.googleapis.com",
  "https://evil.example/?fcm.googleapis.com",
  "https://evil.example/#fcm.googleapis.com",
  "https://xfcm.googleapis.com/x",
  "https://storage.googleapis.com/x",
  "https://googleapis.com/x",
  "https://notify.windows.com/x",
  "https://evilnotify.windows.com/x",
  "https://push.apple.com/x",
  "https://evilpush.apple.com/x",
  "https://push.services.mozilla.com/x",
  "https://services.mozilla.com/x",
  "https://push.example.org/x",
  "https://127.0.0.1/x",
  "https://2130706433/x",
  "https://0x7f000001/x",
  "https://0177.0.0.1/x",
  "https://10.0.0.1/x",
  "https://169.254.169.254/latest/meta-data",
  "https://192.168.1.1/x",
  "https://[::1]/x",
  "https://[::ffff:127.0.0.1]/x",
  "https://[fe80::1]/x",
  "https://localhost/x",
  "https://localhost./x",
  "https://metadata.google.internal/x",
  "https://127.0.0.1.nip.io/x",
  "https://ⓔxample.com/x",
  "https://fcm。googleapis。com.evil.example/x",
  "wss://fcm.googleapis.com/x",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/plain,x",
  "//fcm.googleapis.com/x",
  "fcm.googleapis.com",
  "",
])("a subscription at %j is refused", (endpoint) => {
  expect(isPushService(endpoint)).toBe(false);
});

test("hosts that the operator names are taken as they stand, and nothing beside them", () => {
  const hosts = pushHostsOf({ PUSH_HOSTS: "ntfy.liaison.nl, push.liaison.nl\n" });
  expect(hosts).toEqual(["ntfy.liaison.nl", "push.liaison.nl"]);
  expect(isPushService("https://ntfy.liaison.nl/upabc?up=1", { hosts })).toBe(true);
  for (const other of [
    "http://ntfy.liaison.nl/up",
    "https://ntfy.liaison.nl:8443/up",
    "https://user@ntfy.liaison.nl/up",
    "https://x.ntfy.liaison.nl/up",
    "https://liaison.nl/up",
    "https://ntfy.liaison.nl.evil.example/up",
  ])
    expect([other, isPushService(other, { hosts })]).toEqual([other, false]);
  expect(isPushService("https://ntfy.liaison.nl/up")).toBe(false);
});

test.each([
  "https://ntfy.liaison.nl",
  "ntfy.liaison.nl:8443",
  "ntfy.liaison.nl/up",
  "NTFY.liaison.nl",
  "*.liaison.nl",
  "10.0.0.1",
  "2130706433",
  "[::1]",
  "localhost",
  "push.internal",
  "user@ntfy.liaison.nl",
])("%j is no host of a push service", (host) => {
  expect(() => pushHostsOf({ PUSH_HOSTS: `push.liaison.nl ${host}` })).toThrow("no public name");
});
