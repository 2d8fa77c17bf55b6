import { sheetsOf } from "#app/ui/later-sheets.tsx";
import { RING_AT_MOST } from "#worker/messaging/calls/calls.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { Ring } from "./ring.client.tsx";

function sheets() {
  return sheetsOf(import.meta.viteRsc.loadCss("./ring-view.client.tsx"));
}

/** Where a domain has calls: a ring on any page of a member but an error's. */
export function Ringing() {
  const { t, domain } = edge();
  if (!domain.features.calls) return null;
  const who = { name: "{{name}}" };
  return (
    <Ring
      longest={RING_AT_MOST}
      sheets={sheets()}
      texts={{
        voice: t("calls.ring.voice", who),
        video: t("calls.ring.video", who),
        accept: t("calls.accept"),
        acceptVoice: t("calls.acceptVoice"),
        decline: t("calls.decline"),
        close: t("notices.close"),
      }}
    />
  );
}
