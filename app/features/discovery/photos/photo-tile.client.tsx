"use client";
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { call } from "#app/live/client.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { keyOf } from "#app/ui/keys.ts";
import { MenuButton, MenuPanel } from "#app/ui/menu.tsx";
import { Photo } from "#app/ui/photo.tsx";
import type { OwnPhoto } from "#worker/discovery/photos/photos.contract.ts";
import { fill } from "./fill.client.ts";
import type { Change, PhotoEditorProps } from "./photo-editor-props.ts";
import css from "./photo-tile.module.css";

type Shared = Pick<PhotoEditorProps, "actions" | "cdn" | "href" | "menu" | "name" | "privacy" | "texts"> & {
  photo: OwnPhoto;
  change: Change;
};

export type PhotoTileProps = Shared & { index: number; count: number; move: (id: string, by: number) => void };

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -99, End: 99 };

/** One photo: its picture is the handle and opens the menu. */
export function PhotoTile(props: PhotoTileProps) {
  const { photo, texts, index, count, cdn, name, href, move } = props;
  const { id, status, main, checked, visibility } = photo;
  const menu = `photo-menu-${id}`;
  // Forms of each photo would be most of the page. Without scripts the address names the panel, which stands in it then.
  const [wasOpened, setOpened] = useState(props.menu === id);
  const states = [
    main && texts.main,
    status === "inspection" && texts.inspection,
    visibility === "private" && texts.private,
    checked && texts.checked,
  ].filter((state) => state !== false);
  const label = [fill(texts.place, { number: index + 1, count }), ...states].join(", ");
  const press = (event: KeyboardEvent) => {
    const by = STEPS[keyOf(event.nativeEvent)];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    move(id, by);
  };
  return (
    <li className={css.tile} data-main={index === 0 || undefined} data-photo={id}>
      <button
        aria-describedby={count > 1 ? "photo-order" : undefined}
        aria-label={label}
        className={css.handle}
        data-handle=""
        onKeyDown={press}
        popoverTarget={menu}
        type="button"
      >
        <Photo alt="" eager={index < 3} name={name} preview={photo.preview} {...sourceOf(photo, cdn, index === 0)} />
        <span aria-hidden="true" className={css.more} data-mark="">
          <Icon name="more" size="s" />
        </span>
      </button>
      <span aria-hidden="true" className={css.badges} data-mark="">
        {main && <Badge tone="photo">{texts.main}</Badge>}
        {status === "inspection" && (
          <Badge tone="photo">
            <Icon name="clock" size="s" />
            <span className={css.word}>{texts.inspection}</span>
          </Badge>
        )}
        {visibility === "private" && (
          <Badge tone="photo">
            <Icon name="lock" size="s" />
            <span className={css.word}>{texts.private}</span>
          </Badge>
        )}
        {checked && visibility === "public" && (
          <span className={css.checked}>
            <Icon name="check" size="s" />
          </span>
        )}
      </span>
      <MenuPanel className={css.menu} id={menu} onBeforeToggle={() => setOpened(true)}>
        {wasOpened ? <TileMenu {...props} label={label} /> : <a href={`${href}${id}#${menu}`}>{label}</a>}
      </MenuPanel>
    </li>
  );
}

/** The first place is as large as four. */
function sourceOf({ thumb_filename, card_filename }: OwnPhoto, cdn: string, large: boolean) {
  const thumb = cdn + thumb_filename;
  if (!card_filename) return { src: thumb };
  const card = cdn + card_filename;
  return { src: large ? card : thumb, srcSet: `${thumb} 240w, ${card} 640w`, sizes: large ? "20rem" : "10rem" };
}

function TileMenu({ photo, texts, index, count, actions, privacy, change, move, label }: PhotoTileProps & { label: string }) {
  const { id, status, main, visibility } = photo;
  const hidden = visibility === "private";
  return (
    <>
      <p className={css.label}>{label}</p>
      {status === "active" && !main && !hidden && (
        <Act action={actions.main} id={id} run={() => change(() => call("updatePhoto", { id, main: true }), texts.mainSet)}>
          <MenuButton icon="star">{texts.makeMain}</MenuButton>
        </Act>
      )}
      <Act action={actions.move} fields={{ by: "-1" }} id={id} keep run={() => move(id, -1)}>
        <MenuButton disabled={index === 0} icon="chevron-left">
          {texts.earlier}
        </MenuButton>
      </Act>
      <Act action={actions.move} fields={{ by: "1" }} id={id} keep run={() => move(id, 1)}>
        <MenuButton disabled={index === count - 1} icon="chevron-right">
          {texts.later}
        </MenuButton>
      </Act>
      {privacy && (
        <Act
          action={actions.visibility}
          fields={{ visibility: hidden ? "public" : "private" }}
          id={id}
          run={() =>
            change(
              () => call("updatePhoto", { id, visibility: hidden ? "public" : "private" }),
              hidden ? texts.publicSet : texts.privateSet,
            )
          }
        >
          <MenuButton icon={hidden ? "eye" : "lock"}>{hidden ? texts.toPublic : texts.toPrivate}</MenuButton>
        </Act>
      )}
      <details className={css.removal}>
        <summary>
          <Icon name="trash" size="s" />
          {texts.remove}
        </summary>
        <Act action={actions.remove} id={id} run={() => change(() => call("removePhoto", { id }), texts.removed)}>
          <Button size="s" variant="danger" wide>
            {texts.removeSure}
          </Button>
        </Act>
      </details>
    </>
  );
}

type ActProps = {
  action: PhotoEditorProps["actions"]["main"];
  id: string;
  fields?: Record<string, string>;
  /** Leaves the menu open for the next press. */
  keep?: boolean;
  run: () => unknown;
  children: ReactNode;
};

/** A form that scripts answer in place. */
function Act({ action, id, fields = {}, keep, run, children }: ActProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!keep) event.currentTarget.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
    void run();
  };
  return (
    <form action={action} onSubmit={submit} noValidate>
      <input name="id" type="hidden" value={id} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      {children}
    </form>
  );
}

/** A photo that nobody else sees takes no place. It says why, and can be removed. */
export function RejectedPhoto({ photo, texts, cdn, name, actions, change }: Shared) {
  const { id, rejected_for } = photo;
  return (
    <li className={css.line}>
      <div className={css.small}>
        <Photo alt="" name={name} preview={photo.preview} src={cdn + photo.thumb_filename} />
      </div>
      <div className={css.words}>
        <p className={css.wrong}>{texts.rejected}</p>
        {rejected_for && <p>{texts.reasons[rejected_for]}</p>}
        <a href="/complaints">{texts.object}</a>
        <Act action={actions.remove} id={id} run={() => change(() => call("removePhoto", { id }), texts.removed)}>
          <Button icon="trash" size="s" variant="secondary">
            {texts.remove}
          </Button>
        </Act>
      </div>
    </li>
  );
}
