import { OfflineChats } from "#app/features/messaging/chat/offline-chats.tsx";
import { Title } from "#app/head/title.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { Scene } from "#app/ui/scene.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** The service worker caches this page and shows it while offline. */
export function ServerComponent() {
  const { t } = edge();
  return (
    <div className="container narrow">
      <Title>{t("pwa.offline.title")}</Title>
      <meta content="noindex" name="robots" />
      <ResultMessage
        scene={<Scene name="boat" />}
        onwards={{ href: "", label: t("pwa.offline.again") }}
        title={t("pwa.offline.title")}
      >
        {t("pwa.offline.text")}
      </ResultMessage>
      <OfflineChats />
    </div>
  );
}
