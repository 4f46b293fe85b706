// A member speaks to the community: what is sent twice under one name is one post, and nobody hears of it before it is stored.
import { POSTS_PER_MINUTE } from '@parvis/contract/limits.ts'
import type { PostBody } from '@parvis/contract/publish.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { newId } from '#server/kernel/ids.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { countHits, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { findPostChannels } from '../community/community.service.ts'
import { putOnChannels } from '../feed/feed.service.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import { onePicture, pictureWords, releasePicture, storePicture, usePicture } from '../media/media.service.ts'
import { readWriting } from './post-writing.ts'
import { chooseChannels, mustBePost } from './publish.policy.ts'
import { findPublication } from './publish.queries.ts'
import { lookUpVideoTitle } from './video-title.service.ts'

/** Takes the name that the client gave to the post; answers the post that has it already, once that one is committed. */
const takeName = async (tx: Tx, actor: Actor, tmpId: string, eventId: string): Promise<string | undefined> => {
  const taken = await tx
    .insertInto('publications')
    .values({ community_id: actor.communityId, user_id: actor.userId, tmp_id: tmpId, event_id: eventId })
    .onConflict(conflict => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return taken ? undefined : findPublication(tx, actor, tmpId)
}

/** Stores a free post and answers its id. */
export const publishPost = async (
  platform: Platform,
  actor: Actor,
  body: PostBody,
  files: readonly UploadedFile[],
): Promise<string> => {
  const { db, bus, clock } = platform
  const { tmpId } = body
  const writing = readWriting(body)
  const file = onePicture(files)
  mustBePost(writing, Boolean(file ?? body.photoUri))
  const channelIds = chooseChannels(await findPostChannels(db, actor), body.channelsIds)
  // A picture is not worked on for a post that is there already.
  const known = tmpId && (file || body.photoUri) && (await findPublication(db, actor, tmpId))
  if (known) return known
  const words = pictureWords(body)
  const stored = file && (await storePicture(platform, actor, file.bytes, words))
  const photoUri = presentMediaUri(stored?.id) ?? body.photoUri
  const eventId = newId()
  try {
    const publishedId = await inTransaction(db, async (tx, afterCommit) => {
      const first = tmpId && (await takeName(tx, actor, tmpId, eventId))
      if (first) return first
      // The first of several alone counts against the limit.
      await countHits(tx, [{ bucket: `post ${actor.userId}`, most: POSTS_PER_MINUTE, windowMs: MINUTE_MS }])
      const now = clock.now()
      await tx
        .insertInto('events')
        .values({
          ...writing,
          community_id: actor.communityId,
          id: eventId,
          user_id: actor.userId,
          group_id: 'post',
          photo_id: photoUri ? await usePicture(tx, actor, photoUri, words) : null,
          created_at: now,
          updated_at: now,
        })
        .execute()
      await putOnChannels(tx, actor.communityId, eventId, channelIds)
      afterCommit(() => bus.announce('event.created', { eventId, communityId: actor.communityId, channelIds }))
      if (writing.youtube_video_id)
        afterCommit(
          () => void lookUpVideoTitle(platform, { communityId: actor.communityId, eventId }, writing.youtube_video_id!),
        )
      return eventId
    })
    if (stored && publishedId !== eventId) await releasePicture(platform, stored.id)
    return publishedId
  } catch (error) {
    if (stored) await releasePicture(platform, stored.id)
    throw error
  }
}
