import type { ReactNode } from "react";
import { Item, Items } from "#app/features/accounts/settings/items.tsx";
import { regionsOf } from "#app/features/discovery/members/places.ts";
import { newWords, savedHref, wordsOf } from "#app/features/discovery/searches/saved-search.ts";
import { changeSearch, removeSearch } from "#app/features/discovery/searches/searches.actions.ts";
import { Title } from "#app/head/title.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Saved } from "#app/request/saved.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Input } from "#app/ui/input.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Scene } from "#app/ui/scene.tsx";
import { isFindable } from "#worker/discovery/members/interests.vocabulary.ts";
import { interestsOf } from "#worker/discovery/members/search.vocabulary.ts";
import type { SavedSearch } from "#worker/discovery/searches/searches.contract.ts";
import { SEARCH_NAME } from "#worker/discovery/searches/searches.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

interface Shown {
  search: SavedSearch;
  words: string;
}

export async function loader(): Promise<Shown[]> {
  await requireUser();
  const { searches } = await orThrow(edge().backend.savedSearches({}));
  const countries = new Set(searches.flatMap(({ filter }) => (filter.countryregion && filter.country ? [filter.country] : [])));
  const regions = (await Promise.all([...countries].map(regionsOf))).flat();
  return searches.map((search) => ({ search, words: wordsOf(search.filter, regions) }));
}

export async function ServerComponent({ loaderData: searches }: { loaderData: Shown[] }) {
  const { t } = edge();
  return (
    <div className="container reading page stack">
      <Title>{t("searches.title")}</Title>
      <PageHeader intro={t("searches.intro")} title={t("searches.title")} />
      <Saved texts={{ removed: "searches.removed" }} />
      {searches.length > 0 ? (
        <Items>
          {searches.map((one) => (
            <One key={one.search.id} {...one} />
          ))}
        </Items>
      ) : (
        <EmptyState
          action={
            <ButtonLink href="/members" icon="search">
              {t("searches.empty.action")}
            </ButtonLink>
          }
          scene={<Scene name="lighthouse" />}
          title={t("searches.empty.title")}
        >
          {t("searches.empty.text")}
        </EmptyState>
      )}
    </div>
  );
}

function One({ search, words }: Shown) {
  const { t, settings } = edge();
  const { id, name, notify, new_members } = search;
  const [change, remove] = [formState(`change ${id}`), formState(`remove ${id}`)];
  return (
    <Item
      action={
        <ButtonLink aria-label={t("searches.openName", { name })} href={savedHref(search)} variant="secondary">
          {t("searches.open")}
        </ButtonLink>
      }
      facts={
        <>
          {words !== name && <p className="muted">{words}</p>}
          {!isFindable(interestsOf(search.filter), settings) && <p className="muted">{t("errors.field.intimate_hidden")}</p>}
          {!notify && <p className="muted">{t("searches.quiet")}</p>}
          {new_members > 0 && (
            <p>
              <Badge tone="new">{newWords(new_members)}</Badge>
            </p>
          )}
        </>
      }
      icon="star"
      name={name}
    >
      <Disclosure open={change.code !== null} summary={<Named name={name}>{t("searches.change")}</Named>}>
        <form action={changeSearch} className="stack" noValidate>
          <Refusal beside={["name"]} form={change} />
          <input name="search" type="hidden" value={id} />
          <RenderedValues form={change} values={{ name, notify }} />
          <Input
            autoComplete="off"
            defaultValue={change.values.name ?? name}
            error={change.fields.name}
            id={`name-${id}`}
            label={t("searches.name")}
            maxLength={SEARCH_NAME}
            name="name"
            required
          />
          <Checkbox
            defaultChecked={change.code === null ? notify : change.values.notify === "on"}
            id={`notify-${id}`}
            label={t("searches.notify")}
            name="notify"
          />
          <div>
            <Button variant="secondary">{t("searches.keep")}</Button>
          </div>
        </form>
      </Disclosure>
      <Disclosure open={remove.code !== null} summary={<Named name={name}>{t("searches.remove")}</Named>}>
        <form action={removeSearch} className="stack" noValidate>
          <Refusal form={remove} />
          <p className="muted">{t("searches.removeText")}</p>
          <input name="search" type="hidden" value={id} />
          <div>
            <Button icon="trash" variant="danger">
              {t("searches.removeButton")}
            </Button>
          </div>
        </form>
      </Disclosure>
    </Item>
  );
}

/** Tells equal buttons apart where they are only heard. */
function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {children}
      <span className="visually-hidden">{` ${name}`}</span>
    </>
  );
}
