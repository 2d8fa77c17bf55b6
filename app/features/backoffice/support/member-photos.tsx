import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { contract } from "#worker/backoffice/support/support.contract.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import css from "./support.module.css";

type Photo = Awaited<ReturnType<StaffBackend["memberFile"]>>["photos"][number];

export function MemberPhotos({ photos }: { photos: Photo[] }) {
  const words = WORDS.member;
  return (
    <>
      <h2>{words.photos}</h2>
      {photos.length === 0 && <p className="muted">{words.empty}</p>}
      <ul className={css.photos}>
        {photos.map(({ id, status, visibility, rejected_for: reason, visible }, index) => {
          const label = words.photo(index + 1, reason ? WORDS.photo.reasons[reason] : status);
          const file = (size: "card" | "full") => `${contract.memberPhoto.path}?photo=${id}&size=${size}`;
          return (
            <li key={id}>
              {visible && (
                <a href={file("full")}>
                  {visibility === "private" ? words.look : <img alt={label} height={160} loading="lazy" src={file("card")} />}
                </a>
              )}
              <p>
                {label}
                {visibility === "private" && `, ${words.private}`}
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}
