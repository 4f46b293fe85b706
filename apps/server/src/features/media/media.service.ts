// A picture belongs to its uploader. It is stored as long as something references it, and deleted with its files.
import { mediaSizes } from '@parvis/contract/entity.ts'
import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import type { MediaClass } from '@parvis/contract/media.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { sql } from 'kysely'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { MediaRow } from '#server/kernel/picture.ts'
import { encodePicture } from './encode-picture.ts'
import { mediaIdOf } from './media.policy.ts'
import { findNewestUsedPicture, isReferencedColumn, isHiddenByTeamColumn } from './media.queries.ts'
import { consumeLinkQuota, consumeUploadQuota } from './upload-quota.service.ts'
import { findPicto } from './pictos.ts'
import { deletePictureFiles, removeUnusedPicture } from './remove-pictures.service.ts'

/** Alternative texts in French and English; undefined leaves a text unchanged. */
export interface AltTexts {
  alt?: string | null
  alt_en?: string | null
}

const normalizeText = (text: string | null | undefined) => (text === undefined ? undefined : text?.trim() || null)

export const altTextsOf = (body: { alt?: string | null; lang?: { en?: { alt?: string | null } } }): AltTexts => ({
  alt: normalizeText(body.alt),
  alt_en: normalizeText(body.lang?.en?.alt),
})

/** Returns the uploaded file, or undefined if there is none. Throws `badrequest` if there are several files. */
export const singleFileOf = (files: readonly UploadedFile[]): UploadedFile | undefined =>
  files.length > 1 ? fail('badrequest', { field: FILES_FIELD }) : files[0]

/**
 * Stores an upload, which only its uploader sees until content uses it. Throws `unsupportedmedia`, `toolarge`,
 * `storagefull` or `toomanyrequests`.
 */
export const storePicture = async (
  platform: Platform,
  actor: Actor,
  bytes: Buffer,
  altTexts: AltTexts,
): Promise<MediaRow> => {
  await consumeUploadQuota(platform, actor, bytes.length)
  const { width, height, thumbhash, sizes } = await encodePicture(bytes, actor.userId)
  const row = { id: newId(), width, height, thumbhash, alt: altTexts.alt ?? null, alt_en: altTexts.alt_en ?? null }
  try {
    for (const size of mediaSizes) await platform.storage.put(`${row.id}/${size}`, sizes[size])
    await platform.db
      .insertInto('media')
      .values({
        ...row,
        class: 'community',
        community_id: actor.communityId,
        user_id: actor.userId,
        unused_since: platform.clock.now(),
      })
      .execute()
  } catch (error) {
    await deletePictureFiles(platform, row.id)
    throw error
  }
  return row
}

/** Stores an uploaded file for `work`, and releases it if `work` fails. */
export const withStoredPicture = async <T>(
  platform: Platform,
  actor: Actor,
  file: UploadedFile | undefined,
  altTexts: AltTexts,
  work: (stored: MediaRow | undefined) => Promise<T>,
): Promise<T> => {
  const stored = file && (await storePicture(platform, actor, file.bytes, altTexts))
  try {
    return await work(stored)
  } catch (error) {
    await releasePicture(platform, stored?.id)
    throw error
  }
}

/** Fetches a picture from the public internet and stores it. Throws `error404` if it cannot be fetched. */
export const storeLinkedPicture = async (platform: Platform, actor: Actor, uri: string): Promise<MediaRow> => {
  if (!URL.canParse(uri)) fail('badrequest', { field: 'uri' })
  await consumeLinkQuota(platform, actor)
  const bytes = await platform
    .fetchExternal(uri, { accept: 'image/*', maxBytes: MAX_PICTURE_BYTES })
    .catch(() => fail('error404'))
  return storePicture(platform, actor, bytes, {})
}

/** Stores a picture that content of `values.class` shows from the start; returns its id. */
const storeUsedPicture = async (
  { storage }: Pick<Platform, 'storage'>,
  tx: Tx,
  values: { class: MediaClass; community_id: string; user_id?: string },
  bytes: Buffer,
): Promise<string> => {
  const { sizes, ...picture } = await encodePicture(bytes, values.user_id ?? values.community_id)
  const id = newId()
  for (const size of mediaSizes) await storage.put(`${id}/${size}`, sizes[size])
  await tx
    .insertInto('media')
    .values({ id, ...values, ...picture })
    .execute()
  return id
}

export const storePublicPicture = (
  platform: Platform,
  tx: Tx,
  { communityId, userId }: { communityId: string; userId: string },
  bytes: Buffer,
): Promise<string> =>
  storeUsedPicture(platform, tx, { class: 'public', community_id: communityId, user_id: userId }, bytes)

/**
 * Marks the picture of the URI as used, stores its alternative texts and returns its id. Throws `badrequest` unless the
 * picture is `currentId` or an upload of the actor that the team has not hidden. Call `publishPictureChange` after the
 * commit.
 */
export const attachPicture = async (
  tx: Tx,
  actor: Actor,
  photoUri: string,
  altTexts: AltTexts,
  currentId: string | null = null,
  { unusedOnly = false, field = 'photoUri' }: { unusedOnly?: boolean; field?: string } = {},
): Promise<string> => {
  const refuse = () => fail('badrequest', { field })
  const id = mediaIdOf(photoUri) ?? refuse()
  const found = await tx
    .updateTable('media as m')
    .set({ unused_since: null, ...altTexts })
    .where('id', '=', id)
    .where('class', '=', 'community')
    .where('community_id', '=', actor.communityId)
    .$if(id !== currentId, query => query.where('user_id', '=', actor.userId).where(eb => eb.not(isHiddenByTeamColumn)))
    .$if(id !== currentId && unusedOnly, query => query.where('unused_since', 'is not', null))
    .returning('id')
    .executeTakeFirst()
  return found?.id ?? refuse()
}

/**
 * Like `attachPicture`, but makes the picture public. Throws `badrequest` unless it is `currentId` or an unused upload
 * of the actor.
 */
export const attachPublicPicture = async (
  tx: Tx,
  actor: Actor,
  photoUri: string,
  altTexts: AltTexts,
  { currentId = null, field = 'photoUri' }: { currentId?: string | null; field?: string } = {},
): Promise<string> => {
  const refuse = () => fail('badrequest', { field })
  const id = mediaIdOf(photoUri) ?? refuse()
  const update = tx
    .updateTable('media as m')
    .set({ unused_since: null, class: 'public', ...altTexts })
    .where('id', '=', id)
  const attached =
    id === currentId
      ? update.where('class', '=', 'public')
      : update
          .where('class', '=', 'community')
          .where('community_id', '=', actor.communityId)
          .where('user_id', '=', actor.userId)
          .where('unused_since', 'is not', null)
          .where(eb => eb.not(isHiddenByTeamColumn))
  return (await attached.returning('id').executeTakeFirst())?.id ?? refuse()
}

/** Makes the picture visible only in a conversation. Throws `badrequest` unless it is an unused upload of the actor. */
export const attachChatPicture = async (tx: Tx, actor: Actor, photoUri: string): Promise<MediaRow> => {
  const refuse = () => fail('badrequest', { field: 'image' })
  const found = await tx
    .updateTable('media')
    .set({ unused_since: null, class: 'conversation' })
    .where('id', '=', mediaIdOf(photoUri) ?? refuse())
    .where('class', '=', 'community')
    .where('community_id', '=', actor.communityId)
    .where('user_id', '=', actor.userId)
    .where('unused_since', 'is not', null)
    .returning(['id', 'width', 'height', 'thumbhash', 'alt', 'alt_en'])
    .executeTakeFirst()
  return found ?? refuse()
}

/** Stores a picture without an uploader for a message. Returns the id of the picture. */
export const storeChatPicture = (
  platform: Pick<Platform, 'storage'>,
  tx: Tx,
  communityId: string,
  bytes: Buffer,
): Promise<string> => storeUsedPicture(platform, tx, { class: 'conversation', community_id: communityId }, bytes)

/** Notifies everything that shows the picture that its alternative texts have changed. */
export const publishPictureChange = ({ bus }: Pick<Platform, 'bus'>, id: string): void =>
  bus.publish('display.changed', { ids: [id] })

/**
 * Locks reported pictures until their case is stored; a concurrent `releasePicture` waits. Returns the ids of those
 * that still exist.
 */
export const lockPictures = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await tx
          .selectFrom('media')
          .select('id')
          .where('id', 'in', [...ids])
          .orderBy('id')
          .forKeyShare()
          .execute()
      ).map(({ id }) => id)

/**
 * Deletes a picture, if there is one, that nothing references any more. If a moderation case retains the picture, only the team can still
 * see it: its uploader is removed from the row, and must not notice that the picture was reported.
 */
export const releasePicture = async (
  platform: Platform,
  id: string | null | undefined,
  mediaClass: MediaClass = 'community',
): Promise<void> => {
  if (!id) return
  const { db, clock, features } = platform
  const isUnused = await inTransaction(db, async tx => {
    const { rows } = await sql`select from media where id = ${id} and class = ${mediaClass} for update`.execute(tx)
    if (rows.length === 0) return false
    // The row lock waits for a transaction that adds a reference. A picture that is still referenced is not changed.
    const { numUpdatedRows } = await tx
      .updateTable('media as m')
      .set({ unused_since: clock.now(), user_id: null })
      .where('m.id', '=', id)
      .where(eb => eb.not(isReferencedColumn(features)))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
  if (isUnused) await removeUnusedPicture(platform, id).catch(() => {})
}

export const markPicturesUnused = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('media')
    .set({ unused_since: now })
    .where('id', 'in', [...ids])
    .where('unused_since', 'is', null)
    .execute()
}

export const findStoredPictureIds = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from media where id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export const isPicto = (name: string): boolean => findPicto(name) !== null

/** Whether the storage lacks the file of the newest used picture, as after a restore of the database alone. */
export const hasMissingPictures = async ({ db, storage }: Pick<Platform, 'db' | 'storage'>): Promise<boolean> => {
  const id = await findNewestUsedPicture(db)
  return id !== undefined && !(await storage.get(`${id}/thumb`))
}
