// A picture belongs to who uploaded it; once a post names it, it lives as long as something does, and its bytes go with
// it.
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
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { encodePicture } from './encode-picture.ts'
import { mediaIdOf } from './media.policy.ts'
import { findNewestUsed, isKeptColumn, isNamedColumn, isTakenAwayColumn } from './media.queries.ts'
import type { MediaRow } from './media.columns.ts'
import { takeLink, takeUpload } from './upload-quota.service.ts'
import { findPicto } from './pictos.ts'

/** Words for who cannot see the picture, in French and English; what is undefined stays as it is. */
export interface PictureWords {
  alt?: string | null
  alt_en?: string | null
}

const written = (text: string | null | undefined) => (text === undefined ? undefined : text?.trim() || null)

/** The words that come with a picture on the wire. */
export const pictureWords = (body: { alt?: string | null; lang?: { en?: { alt?: string | null } } }): PictureWords => ({
  alt: written(body.alt),
  alt_en: written(body.lang?.en?.alt),
})

/** The picture that came along, if any; `badrequest` for more than one. */
export const onePicture = (files: readonly UploadedFile[]): UploadedFile | undefined =>
  files.length > 1 ? fail('badrequest', { field: FILES_FIELD }) : files[0]

/** PostgreSQL's name for a row that another one still names. */
const STILL_NAMED = '23503'

const removeBytes = async ({ storage }: Platform, id: string) => {
  for (const size of mediaSizes) await storage.remove(`${id}/${size}`)
}

/**
 * Stores a picture of the actor's community. It waits: only its owner sees it until something names it. Throws
 * `unsupportedmedia`, `toolarge`, `storagefull` or `toomanyrequests`, and then leaves nothing behind.
 */
export const storePicture = async (
  platform: Platform,
  actor: Actor,
  bytes: Buffer,
  words: PictureWords,
): Promise<MediaRow> => {
  await takeUpload(platform, actor, bytes.length)
  const { width, height, thumbhash, sizes } = await encodePicture(bytes, actor.userId)
  const row = { id: newId(), width, height, thumbhash, alt: words.alt ?? null, alt_en: words.alt_en ?? null }
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
    await removeBytes(platform, row.id)
    throw error
  }
  return row
}

/**
 * The picture that a link of the public internet leads to, as if it had been uploaded; `error404` where none can be
 * had.
 */
export const storeLinkedPicture = async (platform: Platform, actor: Actor, uri: string): Promise<MediaRow> => {
  if (!URL.canParse(uri)) fail('badrequest', { field: 'uri' })
  await takeLink(platform, actor)
  const bytes = await platform
    .fetchOutside(uri, { accept: 'image/*', mostBytes: MAX_PICTURE_BYTES })
    .catch(() => fail('error404'))
  return storePicture(platform, actor, bytes, {})
}

/** Stores a picture that anybody may see: of a community, once something of it names it. */
export const storePublicPicture = async (
  platform: Platform,
  tx: Tx,
  { communityId, userId }: { communityId: string; userId: string },
  bytes: Buffer,
): Promise<string> => {
  const { width, height, thumbhash, sizes } = await encodePicture(bytes, userId)
  const id = newId()
  for (const size of mediaSizes) await platform.storage.put(`${id}/${size}`, sizes[size])
  await tx
    .insertInto('media')
    .values({ id, class: 'public', community_id: communityId, width, height, thumbhash, user_id: userId })
    .execute()
  return id
}

/**
 * Names a picture by its address in something of the actor's: one that they uploaded themselves, `unusedOnly` if
 * nothing shows it yet, or `kept`, which is there already. Throws `badrequest` for every other, and for one that the team
 * has hidden. Its words are those of
 * whoever names it last: `tellPicture` says so once they are stored.
 */
export const usePicture = async (
  tx: Tx,
  actor: Actor,
  photoUri: string,
  words: PictureWords,
  kept: string | null = null,
  { unusedOnly = false, field = 'photoUri' }: { unusedOnly?: boolean; field?: string } = {},
): Promise<string> => {
  const refuse = () => fail('badrequest', { field })
  const id = mediaIdOf(photoUri) ?? refuse()
  const found = await tx
    .updateTable('media as m')
    .set({ unused_since: null, ...words })
    .where('id', '=', id)
    .where('class', '=', 'community')
    .where('community_id', '=', actor.communityId)
    .$if(id !== kept, query => query.where('user_id', '=', actor.userId).where(eb => eb.not(isTakenAwayColumn)))
    .$if(id !== kept && unusedOnly, query => query.where('unused_since', 'is not', null))
    .returning('id')
    .executeTakeFirst()
  return found?.id ?? refuse()
}

/**
 * Names a picture in something that anybody may see: one that the actor has uploaded and nothing shows yet, which is
 * public from now on, or `kept`, which is there already. Throws `badrequest` for every other.
 */
export const usePublicPicture = async (
  tx: Tx,
  actor: Actor,
  photoUri: string,
  words: PictureWords,
  { kept = null, field = 'photoUri' }: { kept?: string | null; field?: string } = {},
): Promise<string> => {
  const refuse = () => fail('badrequest', { field })
  const id = mediaIdOf(photoUri) ?? refuse()
  const naming = tx
    .updateTable('media as m')
    .set({ unused_since: null, class: 'public', ...words })
    .where('id', '=', id)
  const named =
    id === kept
      ? naming.where('class', '=', 'public')
      : naming
          .where('class', '=', 'community')
          .where('community_id', '=', actor.communityId)
          .where('user_id', '=', actor.userId)
          .where('unused_since', 'is not', null)
          .where(eb => eb.not(isTakenAwayColumn))
  return (await named.returning('id').executeTakeFirst())?.id ?? refuse()
}

/**
 * Names a picture that the actor has uploaded in a message: from now on it is for the people of that conversation
 * alone. Throws `badrequest` for every other.
 */
export const useChatPicture = async (tx: Tx, actor: Actor, photoUri: string): Promise<MediaRow> => {
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

/** Stores a picture that nobody uploaded, of a message: for the people of its conversation. */
export const storeChatPicture = async (
  { storage }: Pick<Platform, 'storage'>,
  tx: Tx,
  communityId: string,
  bytes: Buffer,
): Promise<string> => {
  const { width, height, thumbhash, sizes } = await encodePicture(bytes, communityId)
  const id = newId()
  for (const size of mediaSizes) await storage.put(`${id}/${size}`, sizes[size])
  await tx
    .insertInto('media')
    .values({ id, class: 'conversation', community_id: communityId, width, height, thumbhash })
    .execute()
  return id
}

/** What else shows this picture shows its new words. */
export const tellPicture = ({ bus }: Pick<Platform, 'bus'>, id: string): void =>
  bus.announce('shown.changed', { ids: [id] })

/**
 * Holds the pictures by which the team is to judge until a case keeps them; answers those that are there still. Who lets
 * go of one at the same time waits, and finds the case.
 */
export const holdPictures = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
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

const unlessNamed = (error: { code?: string }) => {
  if (error.code === STILL_NAMED) return false
  throw error
}

/**
 * Removes a picture that nothing names, its bytes first: where they cannot be removed, or the process ends meanwhile, its
 * row is still there to be tried again.
 */
const removeUnused = async (platform: Platform, id: string): Promise<void> => {
  await inTransaction(platform.db, async tx => {
    // a report at this moment is waited for, and seen by the next statement
    await sql`select from media where id = ${id} for update`.execute(tx)
    const { numDeletedRows } = await tx
      .deleteFrom('media as m')
      .where('m.id', '=', id)
      .where('m.unused_since', 'is not', null)
      .where(eb => eb.not(isKeptColumn))
      .executeTakeFirst()
    if (numDeletedRows) await removeBytes(platform, id)
    return true
  }).catch(unlessNamed)
}

/**
 * Lets go of a picture: it is removed with its bytes unless something else still names it. One that a case keeps stays
 * for the team alone, and is nobody's: whoever uploaded it finds it gone as any other, or they would learn of the report.
 * What is not removed now is removed with what nothing names, one of a case once that keeps it no more.
 */
export const releasePicture = async (
  platform: Platform,
  id: string,
  mediaClass: MediaClass = 'community',
): Promise<void> => {
  const { db, clock } = platform
  const isUnused = await inTransaction(db, async tx => {
    const { rows } = await sql`select from media where id = ${id} and class = ${mediaClass} for update`.execute(tx)
    if (rows.length === 0) return false
    // what something else still names stays as it is; whoever names it at this moment is waited for, and seen
    const { numUpdatedRows } = await tx
      .updateTable('media as m')
      .set({ unused_since: clock.now(), user_id: null })
      .where('m.id', '=', id)
      .where(eb => eb.not(isNamedColumn))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
  if (isUnused) await removeUnused(platform, id).catch(() => {})
}

/**
 * Pictures of messages that say nothing any more: they are removed with what nothing names, if nobody does it sooner.
 */
export const leaveUnused = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('media')
    .set({ unused_since: now })
    .where('id', 'in', [...ids])
    .where('unused_since', 'is', null)
    .execute()
}

/** Pictures that are looked at together. */
const SLICE = 50

/**
 * Removes every picture that this member has uploaded, its bytes first to go: a process that stops between the two
 * begins again with the row. One that something of a community still names stays the community's, and nobody's any
 * more.
 */
export const erasePicturesOf = async (
  platform: Platform,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<void> => {
  const { db } = platform
  const own = () =>
    db.selectFrom('media').select('id').where('community_id', '=', communityId).where('user_id', '=', userId)
  for (;;) {
    const pictures = await own().limit(SLICE).execute()
    if (pictures.length === 0) return
    for (const { id } of pictures) {
      const removed = await inTransaction(db, async tx => {
        await tx.deleteFrom('media').where('id', '=', id).execute()
        await removeBytes(platform, id)
        return true
      }).catch(unlessNamed)
      if (!removed) await db.updateTable('media').set({ user_id: null }).where('id', '=', id).execute()
    }
  }
}

/**
 * Removes pictures that nothing has named within a day of their upload, or names any more and no case keeps. Throws once
 * the others are gone when the bytes of some could not be removed.
 */
export const forgetUnusedPictures = async (platform: Platform): Promise<void> => {
  const before = new Date(platform.clock.now().getTime() - DAY_MS)
  const failures: unknown[] = []
  for (let after: string | undefined, left = true; left;) {
    const pictures = await platform.db
      .selectFrom('media as m')
      .select('m.id')
      .where('m.unused_since', '<', before)
      .where(eb => eb.not(isKeptColumn))
      .$if(after !== undefined, query => query.where('m.id', '>', after!))
      .orderBy('m.id')
      .limit(SLICE)
      .execute()
    for (const { id } of pictures) await removeUnused(platform, id).catch(error => failures.push(error))
    after = pictures.at(-1)?.id
    left = pictures.length === SLICE
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pictures could not be removed`)
}

/** Pictures that are compared with what names them by one statement. */
const COMPARED = 1000

/**
 * Marks pictures as unused that nothing names although their row says so: their post, or whatever showed them, was
 * deleted by a process that ended before it could let go of them.
 */
export const markUnnamedPictures = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  for (let after: string | undefined, left = true; left;) {
    const pictures = await db
      .selectFrom('media')
      .select('id')
      .$if(after !== undefined, query => query.where('id', '>', after!))
      .orderBy('id')
      .limit(COMPARED)
      .execute()
    const ids = pictures.map(({ id }) => id)
    await sql`update media m set unused_since = ${now}
      where m.id = any(${ids}::uuid[]) and m.unused_since is null
        and m.created_at < ${new Date(now.getTime() - DAY_MS)} and not ${isNamedColumn}`.execute(db)
    after = ids.at(-1)
    left = ids.length === COMPARED
  }
}

/** Those of these ids that are a picture's. */
export const findStoredPictures = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from media where id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the open set has a pictogram of this name. */
export const isPicto = (name: string): boolean => findPicto(name) !== null

/** Whether the database names pictures that are not in the storage, by the one that was named last. */
export const missesPictures = async ({ db, storage }: Pick<Platform, 'db' | 'storage'>): Promise<boolean> => {
  const id = await findNewestUsed(db)
  return id !== undefined && !(await storage.get(`${id}/thumb`))
}
