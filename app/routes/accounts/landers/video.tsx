import { landerOf, visitorsOnly } from "#app/features/accounts/landers/lander.tsx";
import { OwnPicture } from "#app/features/accounts/landers/own-picture.tsx";
import { Stage } from "#app/features/accounts/landers/stage.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./video.module.css";

export async function loader() {
  return visitorsOnly();
}

/** Background: the domain's film, its hero picture, or our film; reduced motion shows its first frame. */
export function ServerComponent({ params }: { params: { slug?: string } }) {
  const { t, settings, domain } = edge();
  const lander = landerOf("video", params.slug);
  const own = settings.lander_video === null && domain.assets.hero !== undefined;
  return <Stage backdrop={<Film />} hold={t("landers.video.hold")} lander={lander} own={own} />;
}

function Film() {
  const { settings, domain } = edge();
  const own = settings.lander_video;
  if (!own && domain.assets.hero) return <OwnPicture className={css.film} sizes="100vw" />;
  const sources = own ? [own] : ["/landers/city.webm", "/landers/city.mp4"];
  return (
    <div className={own ? css.plain : css.city}>
      <video
        aria-hidden="true"
        autoPlay
        className={css.film}
        data-moving="video"
        disablePictureInPicture
        height={720}
        loop
        muted
        playsInline
        poster={own ? undefined : "/landers/city.webp"}
        preload="auto"
        tabIndex={-1}
        width={1280}
      >
        {sources.map((src) => (
          <source
            key={src}
            media="(prefers-reduced-motion: no-preference)"
            src={src}
            type={src.endsWith(".mp4") ? "video/mp4" : "video/webm"}
          />
        ))}
      </video>
    </div>
  );
}
