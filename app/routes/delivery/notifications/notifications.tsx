import { Faces } from "#app/features/accounts/today/faces.tsx";
import { seen, TODAY, todayItems } from "#app/features/accounts/today/today.ts";
import { Decide } from "#app/features/accounts/today/today-cards.tsx";
import { wordsOf } from "#app/features/accounts/today/words.ts";
import { DisabledMails, Resumed } from "#app/features/delivery/mail/disabled-mails.tsx";
import { newWords, savedHref } from "#app/features/discovery/searches/saved-search.ts";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { Title } from "#app/head/title.tsx";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { prefetching } from "#app/request/prefetch.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge, FictionalBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { RoundIcon } from "#app/ui/round-icon.tsx";
import { Row, RowLink, Rows, RowText } from "#app/ui/rows.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import { timeAgo } from "#app/ui/time-ago.ts";
import type { TodayItem } from "#worker/accounts/today/today.contract.ts";
import type { Liked } from "#worker/discovery/likes/likes.contract.ts";
import type { SavedSearch } from "#worker/discovery/searches/searches.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./notifications.module.css";

export const handle = { scripts: "member" };

const SHOWN = 20;

interface Found {
  today: TodayItem[];
  likes: Liked[];
  searches: SavedSearch[];
}

async function load(): Promise<Found> {
  const { news, photo_requests } = await requireUser();
  const { backend } = edge();
  const [today, { liked_by }, { searches }] = await Promise.all([
    todayItems(),
    orThrow(backend.likes({})),
    orThrow(backend.savedSearches({})),
  ]);
  // A request stays until it is decided.
  if (news > photo_requests) await seen("news");
  return {
    today,
    likes: liked_by.toSorted((a, b) => Date.parse(b.liked_at) - Date.parse(a.liked_at)).slice(0, SHOWN),
    searches: searches.filter(({ new_members }) => new_members > 0),
  };
}

export const loader = prefetching(() => [TODAY, ["likes", {}], ["savedSearches", {}]], load);

export async function ServerComponent({ loaderData: { today, likes, searches } }: { loaderData: Found }) {
  const { t } = edge();
  const user = await requireUser();
  return (
    <div className="container reading page stack loose">
      <Title>{t("notifications.title")}</Title>
      <PageHeader
        actions={
          <ButtonLink href="/settings" icon="settings" variant="secondary">
            {t("notifications.settings")}
          </ButtonLink>
        }
        title={t("notifications.title")}
      />
      <Resumed user={user} />
      <DisabledMails user={user} />
      <LiveRefresh events={["news"]} />
      {today.length > 0 && <Today items={today} />}
      {searches.length > 0 && <Searches searches={searches} />}
      {likes.length > 0 && <Likes likes={likes} />}
      {likes.length + searches.length + today.length === 0 && <Nothing />}
      <StandaloneLink href="/settings/mails">{t("notifications.mails")}</StandaloneLink>
    </div>
  );
}

function Today({ items }: { items: TodayItem[] }) {
  return (
    <section className="stack">
      <h2>{edge().t("today.title")}</h2>
      <Rows>
        {items.flatMap(oneEach).map((item) => {
          const { href, text } = wordsOf(item);
          return item.kind === "photo_requests" ? (
            <Row className={css.row} key={item.kind}>
              <a className={css.asks} href={href}>
                <Faces item={item} />
                <span className={css.fresh}>{text}</span>
              </a>
              <Decide item={item} />
            </Row>
          ) : (
            <RowLink className={css.row} href={href} key={item.kind === "photo_answers" ? href : item.kind}>
              <Faces item={item} />
              <span className={css.fresh}>{text}</span>
              <Icon className={css.go} name="chevron-right" size="s" />
            </RowLink>
          );
        })}
      </Rows>
    </section>
  );
}

/** Private photos are on the profile of each member. */
function oneEach(item: TodayItem): TodayItem[] {
  if (item.kind !== "photo_answers") return [item];
  return item.members.map((member) => ({ ...item, total: 1, members: [member] }));
}

function Searches({ searches }: { searches: SavedSearch[] }) {
  const { t, language, now } = edge();
  return (
    <section className="stack">
      <h2>{t("searches.news")}</h2>
      <Rows>
        {searches.map((search) => (
          <RowLink className={css.row} href={savedHref(search)} key={search.id}>
            <RoundIcon name="star" />
            <RowText
              note={search.found_at && <time dateTime={search.found_at}>{timeAgo(search.found_at, now(), language)}</time>}
            >
              <span className={css.fresh}>{search.name}</span>
            </RowText>
            <Badge tone="new">{newWords(search.new_members)}</Badge>
          </RowLink>
        ))}
      </Rows>
      <StandaloneLink href="/searches">{t("searches.title")}</StandaloneLink>
    </section>
  );
}

function Likes({ likes }: { likes: Liked[] }) {
  const { t } = edge();
  return (
    <section className="stack">
      <h2>{t("notifications.likes")}</h2>
      <Rows>
        {likes.map((like) => (
          <Like key={like.id} like={like} />
        ))}
      </Rows>
      <StandaloneLink href="/likes">{t("notifications.all")}</StandaloneLink>
    </section>
  );
}

function Like({ like }: { like: Liked }) {
  const { t, settings, language, now } = edge();
  const { id, name, match, like_new, fictional, liked_at, main_image } = like;
  return (
    <RowLink className={css.row} href={`/likes/m/${id}`}>
      <Avatar name={name} size="l" src={main_image ? settings.cdn_prefix + main_image.thumb_filename : null} />
      <RowText note={<time dateTime={liked_at}>{timeAgo(liked_at, now(), language)}</time>}>
        <span className={like_new ? css.fresh : undefined}>
          {t(match ? "notifications.matched" : "notifications.liked", { name })}
        </span>
      </RowText>
      <span className={css.badges}>
        {like_new && <Badge tone="new">{t("notifications.isNew")}</Badge>}
        {fictional && <FictionalBadge>{fictionalWord()}</FictionalBadge>}
      </span>
      <Icon className={match ? css.match : css.heart} name={match ? "users" : "heart-filled"} />
    </RowLink>
  );
}

function Nothing() {
  const { t } = edge();
  const action = (
    <ButtonLink href="/members" icon="search">
      {t("notifications.empty.search")}
    </ButtonLink>
  );
  return (
    <EmptyState action={action} icon="bell" title={t("notifications.empty.title")}>
      {t("notifications.empty.text")}
    </EmptyState>
  );
}
