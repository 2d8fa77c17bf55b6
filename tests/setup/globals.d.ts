declare namespace Cloudflare {
  // What `exports` of "cloudflare:workers" offers in tests.
  interface GlobalProps {
    mainModule: typeof import("./worker.ts");
  }
}
