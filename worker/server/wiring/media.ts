import { connect } from "#db/client.ts";
import { createAgeChecksStore } from "#worker/accounts/age/age-checks.store.ts";
import { createAgeChecks } from "#worker/accounts/age/age-checks.ts";
import { createNoticeSearchesStore } from "#worker/backoffice/complaints/notice-searches.store.ts";
import { createPictureNoticesStore } from "#worker/backoffice/complaints/picture-notices.store.ts";
import { createTransferStore } from "#worker/backoffice/transfer/transfer.store.ts";
import { createTransfer, SECRET_PURPOSE } from "#worker/backoffice/transfer/transfer.ts";
import { createUnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import { createPhotoAccessStore } from "#worker/delivery/media/photo-access.store.ts";
import { createPhotoAccess } from "#worker/delivery/media/photo-access.ts";
import { createComparison } from "#worker/discovery/photos/comparison.ts";
import { createPhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";
import { createPhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import { createPhotoImport } from "#worker/discovery/photos/photo-import.ts";
import { createPhotoMails } from "#worker/discovery/photos/photo-mails.ts";
import { createPhotosStore } from "#worker/discovery/photos/photos.store.ts";
import { createPhotos } from "#worker/discovery/photos/photos.ts";
import { createPictureMaker, createPictureReader } from "#worker/discovery/photos/picture-maker.ts";
import { createGestures } from "#worker/discovery/verifications/gestures.ts";
import { createVerificationsStore } from "#worker/discovery/verifications/verifications.store.ts";
import { createVerifications } from "#worker/discovery/verifications/verifications.ts";
import { createChatPhotosStore } from "#worker/messaging/chat/chat-photos.store.ts";
import { createProofsStore } from "#worker/people/reports/proofs.store.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { otherDatabases } from "#worker/platform/databases.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

export type Pictures = ReturnType<typeof createPictures>;

export function createPictures({ env, db }: Platform) {
  const pictures = createPhotoFiles(env.PHOTOS, env.IMAGES);
  const compare = createComparison(createPhotoHashesStore(db), createNoticeSearchesStore(db).noteUpload);
  const notices = [db, ...otherDatabases(env).map(({ DB }) => connect(DB))].map(createPictureNoticesStore);
  /** By the staff of any database. */
  const isBlocked = async (hash: PhotoHash) => (await Promise.all(notices.map((store) => store.isBlocked(hash)))).includes(true);
  return {
    pictures,
    makePicture: createPictureMaker(pictures, isBlocked),
    readPicture: createPictureReader(pictures),
    chatPhotos: createChatPhotosStore(db),
    compare,
  };
}

export function createTransferServices({ env, db, archive, keyedHash, domainsStore }: Platform, pictures: Pictures) {
  const store = createTransferStore(db);
  return createTransfer({
    isKey: async (key, now) => store.hasKey(await sha256(key), now),
    bucket: env.PHOTOS,
    messages: (conversation, after, limit) =>
      archive.page(conversation, { after, before: Number.MAX_SAFE_INTEGER, limit, order: "ascending" }),
    secretPrint: () => keyedHash(SECRET_PURPOSE),
    bringPhoto: createPhotoImport({
      store: createPhotosStore(db),
      ...pictures,
      poolOf: async (id) => (await domainsStore.findById(id))?.pool ?? null,
    }),
  });
}

export function createMediaServices(
  { db, live, limits, domainsStore, originOf, keyedHash }: Platform,
  { mails }: MailServices,
  pictures: Pictures,
) {
  const photosStore = createPhotosStore(db);
  const photoMails = createPhotoMails({
    owner: photosStore.addressee,
    mails,
    links: createUnsubscribeLinks(keyedHash),
    domainOf: domainsStore.findById,
    originOf,
  });
  return {
    photosStore,
    photos: createPhotos({
      store: photosStore,
      ...pictures,
      ...{ photoMails, limits, live, isProved: createProofsStore(db).shows },
    }),
    verifications: createVerifications({
      store: createVerificationsStore(db),
      ...pictures,
      ...{
        limits,
        live,
        gestureAfter: createGestures(keyedHash),
        mails,
        owner: photosStore.addressee,
        domainOf: domainsStore.findById,
        originOf,
      },
    }),
    ageChecks: createAgeChecks({
      store: createAgeChecksStore(db),
      ...pictures,
      ...{ limits, live, gestureAfter: createGestures(keyedHash), mails, owner: photosStore.addressee },
      ...{ domainOf: domainsStore.findById, originOf },
    }),
    media: createPhotoAccess({ store: createPhotoAccessStore(db), domainOf: domainsStore.findById, hash: sha256 }),
  };
}
