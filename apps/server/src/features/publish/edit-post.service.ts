// Authors edit the content, the time and the place of their post; it keeps its position in the feed.
import type { EditBody } from '@parvis/contract/publish.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { tellNear, textLimit } from '#server/kernel/limits/day-limit.ts'
import { countHits, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { usableChannels } from '../community/community.service.ts'
import { changeEvent, lockWords } from '../feed/change-event.service.ts'
import { getEvent } from '../feed/feed.service.ts'
import { moveEvent, mustBeMovable } from '../feed/move-event.service.ts'
import { orderChangeNotice } from '../feed/change-notice.service.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import {
  onePicture,
  pictureWords,
  releasePicture,
  storePicture,
  tellPicture,
  usePicture,
} from '../media/media.service.ts'
import { mergeWriting, readWriting } from './post-writing.ts'
import { chooseChannels, mustBePost } from './publish.policy.ts'
import { lookUpVideoTitle } from './video-title.service.ts'
import { isMove, readPlaceAnew, readWhenAnew } from './when-and-where.ts'

export const EDITS_PER_MINUTE = 20

/** Edits a post of one's own: absent fields stay, null clears them. */
export const editPost = async (
  platform: Platform,
  actor: Actor,
  id: string,
  body: EditBody,
  files: readonly UploadedFile[],
): Promise<void> => {
  const { db, bus, clock } = platform
  const event = await getEvent(platform, actor, id)
  if (!event.abilities.edit) fail('forbidden')
  const place = { communityId: event.communityId, eventId: event._id }
  const writing = readWriting(body)
  const words = pictureWords(body)
  const file = onePicture(files)
  const channelIds = body.channelsIds && chooseChannels(usableChannels(actor), body.channelsIds)
  // Checked before the picture is processed, and again on the locked row.
  const mustStand = (row: Parameters<typeof mergeWriting>[0], photo: string | null) =>
    mustBePost(mergeWriting(row, writing), Boolean(file ?? (body.photoUri === undefined ? photo : body.photoUri)))
  mustStand(readWriting(event.eventId), event.eventId.photoUri)
  const where = await readPlaceAnew(platform, actor, body, event.eventId.dateId)
  const stored = file && (await storePicture(platform, actor, file.bytes, words))
  let replaced: string | null = null
  try {
    await inTransaction(db, async (tx, afterCommit) => {
      const row = (await lockWords(tx, place)) ?? fail('error404')
      if (row.hidden_at) fail('forbidden')
      mustStand(row, row.photo_id)
      const photoUri =
        presentMediaUri(stored?.id) ?? (body.photoUri === undefined ? presentMediaUri(row.photo_id) : body.photoUri)
      const photo_id = photoUri ? await usePicture(tx, actor, photoUri, words, row.photo_id) : null
      // After the picture, in the same order as when publishing: the other way round they could deadlock.
      const limits = [
        { bucket: `edit ${actor.userId}`, most: EDITS_PER_MINUTE, windowMs: MINUTE_MS },
        textLimit(actor, { ...writing, ...words }),
      ]
      tellNear(platform, actor, limits, await countHits(tx, limits), afterCommit)
      replaced = row.photo_id === photo_id ? null : row.photo_id
      const said = mergeWriting(row, writing)
      const isChanged =
        photo_id !== row.photo_id ||
        Object.entries(said).some(([column, value]) => value !== row[column as keyof typeof said])
      const now = clock.now()
      const { timezone } = actor.community
      if (isMove(body)) {
        mustBeMovable(row, timezone, now)
        const when = readWhenAnew(body, row, timezone, now)
        if (await moveEvent(tx, place, row, { when, where, timezone, now }))
          await orderChangeNotice(platform, { tx, afterCommit }, place, {
            toldAt: row.change_told_at,
            isCancelled: false,
          })
      }
      const { youtube_video_id: videoId } = said
      const isSameVideo = videoId === row.youtube_video_id
      const told = await changeEvent(tx, place, {
        words: said,
        videoTitle: isSameVideo ? row.video_title : null,
        photoId: photo_id,
        now,
        isEdited: isChanged,
        channelIds,
      })
      if (photo_id && !stored) afterCommit(() => tellPicture(platform, photo_id))
      afterCommit(() => bus.announce('event.updated', { ...place, channelIds: told }))
      if (videoId && !isSameVideo) afterCommit(() => void lookUpVideoTitle(platform, place, videoId))
    })
  } catch (error) {
    if (stored) await releasePicture(platform, stored.id)
    throw error
  }
  if (replaced) await releasePicture(platform, replaced)
}
