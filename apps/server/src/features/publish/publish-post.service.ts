// Two requests with the same idempotency key create one post; no live event is sent before the post is stored.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { PostBody } from '@parvis/contract/publish.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail, AlreadyStored } from '#server/kernel/errors.ts'
import { runAfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { textLimit } from '#server/kernel/limits/day-limit.ts'
import { DAY_MS, type Limit, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { usableChannels } from '../community/community.service.ts'
import { createEvent, findEventByIdempotencyKey } from '../feed/create-event.service.ts'
import { getEvent } from '../feed/feed.service.ts'
import {
  singleFileOf,
  altTextsOf,
  publishPictureChange,
  attachPicture,
  withStoredPicture,
} from '../media/media.service.ts'
import { readPostTexts } from './post-texts.ts'
import { chooseChannels, assertValidPost } from './publish.policy.ts'
import { publishOnce, announcePost } from './publish-once.ts'

export const POSTS_PER_MINUTE = 60

/** Rate limit for everything that a member publishes. */
export const postLimit = ({ userId }: Actor): Limit => ({
  bucket: `post ${userId}`,
  max: POSTS_PER_MINUTE,
  windowMs: MINUTE_MS,
})

/** Maximum number of posts per day of a member or of staff: more than one every 15 minutes. */
export const POSTS_PER_DAY = 100

/** What one post consumes of the day limits: one post, and the bytes of the text in `writtenTexts`. */
export const postDayLimits = (actor: Actor, writtenTexts: unknown): { posts: Limit; text: Limit } => ({
  posts: { bucket: `posts ${actor.userId}`, max: POSTS_PER_DAY, windowMs: DAY_MS, amount: 1 },
  text: textLimit(actor, writtenTexts),
})

const publish = async (
  platform: Platform,
  actor: Actor,
  body: PostBody,
  files: readonly UploadedFile[],
): Promise<FeedPost> => {
  const { state, db, clock } = platform
  const { tmpId } = body
  const texts = readPostTexts(body)
  const file = singleFileOf(files)
  assertValidPost(texts, Boolean(file ?? body.photoUri))
  const channelIds = chooseChannels(usableChannels(actor), body.channelsIds)
  // Skips processing the picture if the post exists already.
  const existingId = tmpId && (file || body.photoUri) && (await findEventByIdempotencyKey(db, actor, tmpId))
  if (existingId) return getEvent(platform, actor, existingId)
  const alt = altTextsOf(body)
  const event = {
    texts,
    groupId: 'post',
    channelIds,
    tmpId,
    limit: postLimit(actor),
    dayLimits: postDayLimits(actor, { ...texts, ...alt }),
  } as const
  return withStoredPicture(platform, actor, file, alt, async stored => {
    const photoUri = presentMediaUri(stored?.id) ?? body.photoUri
    const create = (photoId: string | null, tx?: Tx) =>
      createEvent({ state, db, tx }, actor, { ...event, photoId, now: clock.now() })
    // A post is stored in one statement; a post with a picture requires two statements, in one transaction.
    const created = photoUri
      ? await db.transaction().execute(async tx => {
          const { row, ...rest } = await create(await attachPicture(tx, actor, photoUri, alt), tx)
          if (!row) throw new AlreadyStored()
          return { row, ...rest }
        })
      : await create(null)
    const photoId = created.row?.photo_id
    if (photoId && !stored) runAfterCommit(() => publishPictureChange(platform, photoId))
    return announcePost(platform, actor, event, created)
  })
}

/** Publishes a post and returns it as its author sees it; the existing post if the idempotency key is repeated. */
export const publishPost = async (
  platform: Platform,
  actor: Actor,
  body: PostBody,
  files: readonly UploadedFile[],
): Promise<FeedPost> => {
  // The database would store different ill-formed keys as the same key.
  if (body.tmpId?.isWellFormed() === false) fail('badrequest', { field: 'tmpId' })
  return publishOnce(platform, actor, body.tmpId, () => publish(platform, actor, body, files))
}
