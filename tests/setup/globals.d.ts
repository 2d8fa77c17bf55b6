declare namespace Cloudflare {
  // Type of `exports` from "cloudflare:workers" in tests.
  interface GlobalProps {
    mainModule: typeof import("./worker.ts");
  }
}
