// Two requests with the same idempotency key create one post; no live event is sent before the post is stored.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { PostBody } from '@parvis/contract/publish.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { runAfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { warnNearLimit, textLimit } from '#server/kernel/limits/day-limit.ts'
import { DAY_MS, type Limit, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { usableChannels } from '../community/community.service.ts'
import { createEvent, findEventByIdempotencyKey } from '../feed/create-event.service.ts'
import { getEvent, presentNewEvent } from '../feed/feed.service.ts'
import {
  singleFileOf,
  altTextsOf,
  releasePicture,
  storePicture,
  publishPictureChange,
  attachPicture,
} from '../media/media.service.ts'
import { readPostTexts } from './post-texts.ts'
import { chooseChannels, assertValidPost } from './publish.policy.ts'
import { publishOnce } from './publish-once.ts'
import { updateVideoTitle } from './video-title.service.ts'

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

/** Thrown to roll back the use of a picture if the post turns out to exist already. */
class AlreadyPublished extends Error {
  readonly id: string

  constructor(id: string) {
    super('sent before under the same name')
    this.id = id
  }
}

const publish = async (
  platform: Platform,
  actor: Actor,
  body: PostBody,
  files: readonly UploadedFile[],
): Promise<FeedPost> => {
  const { state, db, bus, clock } = platform
  const { tmpId } = body
  const texts = readPostTexts(body)
  const file = singleFileOf(files)
  assertValidPost(texts, Boolean(file ?? body.photoUri))
  const channelIds = chooseChannels(usableChannels(actor), body.channelsIds)
  // Skips processing the picture if the post exists already.
  const existingId = tmpId && (file || body.photoUri) && (await findEventByIdempotencyKey(db, actor, tmpId))
  if (existingId) return getEvent(platform, actor, existingId)
  const alt = altTextsOf(body)
  const stored = file && (await storePicture(platform, actor, file.bytes, alt))
  const photoUri = presentMediaUri(stored?.id) ?? body.photoUri
  const dayLimits = postDayLimits(actor, { ...texts, ...alt })
  const create = (photoId: string | null, tx?: Tx) =>
    createEvent({ state, db, tx }, actor, {
      texts,
      groupId: 'post',
      photoId,
      channelIds,
      tmpId,
      limit: postLimit(actor),
      dayLimits,
      now: clock.now(),
    })
  try {
    // A post is stored in one statement; a post with a picture requires two statements, in one transaction.
    const { id, row, consumedDayLimits } = photoUri
      ? await db.transaction().execute(async tx => {
          const created = await create(await attachPicture(tx, actor, photoUri, alt), tx)
          if (!created.row) throw new AlreadyPublished(created.id)
          return created
        })
      : await create(null)
    if (!row) return await getEvent(platform, actor, id)
    const { photo_id: photoId } = row
    warnNearLimit(platform, actor, Object.values(dayLimits), consumedDayLimits, runAfterCommit)
    if (photoId && !stored) runAfterCommit(() => publishPictureChange(platform, photoId))
    runAfterCommit(() => bus.publish('event.created', { eventId: id, communityId: actor.communityId, channelIds }))
    const { youtube_video_id: videoId } = texts
    if (videoId) void updateVideoTitle(platform, { communityId: actor.communityId, eventId: id }, videoId)
    return presentNewEvent(platform, actor, row)
  } catch (error) {
    if (stored) await releasePicture(platform, stored.id)
    if (error instanceof AlreadyPublished) return getEvent(platform, actor, error.id)
    throw error
  }
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
