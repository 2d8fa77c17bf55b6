import type { Page } from "playwright";
import { closeAfterwards } from "./contexts.ts";

/** A virtual platform authenticator that confirms every request, also those of conditional mediation. */
export async function virtualAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  closeAfterwards(page.context());
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const keys = async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  type Key = Awaited<ReturnType<typeof keys>>[number];
  return { keys, restore: (credential: Key) => session.send("WebAuthn.addCredential", { authenticatorId, credential }) };
}
