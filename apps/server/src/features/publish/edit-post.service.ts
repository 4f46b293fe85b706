// Authors edit the content, the time and the place of their post. The position of the post in the feed does not change.
import type { EditBody } from '@parvis/contract/publish.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { consumeDayLimits, textLimit } from '#server/kernel/limits/day-limit.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { usableChannels } from '../community/community.service.ts'
import { changeEvent, type EventKey, type EventTexts, lockEventContent } from '../feed/change-event.service.ts'
import { getEvent } from '../feed/feed.service.ts'
import { moveEvent, assertMovable } from '../feed/move-event.service.ts'
import { enqueueChangeNotice } from '../feed/change-notice.service.ts'
import { editedPhotoUri } from '#server/kernel/picture.ts'
import {
  singleFileOf,
  altTextsOf,
  releasePicture,
  publishPictureChange,
  attachPicture,
  withStoredPicture,
} from '../media/media.service.ts'
import { mergePostTexts, readPostTexts } from './post-texts.ts'
import { chooseChannels, assertValidPost } from './publish.policy.ts'
import { updateVideoTitle } from './video-title.service.ts'
import { changesTimeOrPlace, readChangedPlace, readChangedTime } from './time-and-place.ts'

export const EDITS_PER_MINUTE = 20

/** Throws the first validation error that the post would have after the edit. */
const assertValidEdit = (
  row: EventTexts,
  photo: string | null,
  writing: EventTexts,
  body: EditBody,
  hasFile: boolean,
) =>
  assertValidPost(mergePostTexts(row, writing), hasFile || Boolean(body.photoUri === undefined ? photo : body.photoUri))

const hasChangedTexts = (row: EventTexts, merged: EventTexts) =>
  Object.entries(merged).some(([column, value]) => value !== row[column as keyof EventTexts])

/** Changes the time or the place of the post, and enqueues the notice to those who answered it. */
const movePost = async (
  platform: Platform,
  context: TransactionContext,
  eventKey: EventKey,
  row: NonNullable<Awaited<ReturnType<typeof lockEventContent>>>,
  body: EditBody,
  move: Pick<Parameters<typeof moveEvent>[3], 'place' | 'timezone' | 'now'>,
) => {
  const { timezone, now } = move
  assertMovable(row, timezone, now)
  const time = readChangedTime(body, row, timezone, now)
  if (await moveEvent(context.tx, eventKey, row, { time, ...move }))
    await enqueueChangeNotice(platform, context, eventKey, { notifiedAt: row.change_told_at, isCancelled: false })
}

/** Edits a post of the actor: fields absent from `body` remain unchanged, fields that are null are cleared. */
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
  const eventKey = { communityId: event.communityId, eventId: event._id }
  const writing = readPostTexts(body)
  const words = altTextsOf(body)
  const file = singleFileOf(files)
  const channelIds = body.channelsIds && chooseChannels(usableChannels(actor), body.channelsIds)
  // Checked before the picture is processed, and again on the locked row.
  assertValidEdit(readPostTexts(event.eventId), event.eventId.photoUri, writing, body, file !== undefined)
  const place = await readChangedPlace(platform, actor, body, event.eventId.dateId)
  const replacedPhotoId = await withStoredPicture(platform, actor, file, words, stored =>
    inTransaction(db, async (tx, afterCommit) => {
      const row = (await lockEventContent(tx, eventKey)) ?? fail('error404')
      if (row.hidden_at) fail('forbidden')
      assertValidEdit(row, row.photo_id, writing, body, file !== undefined)
      const photoUri = editedPhotoUri(stored?.id, body, row.photo_id)
      const photo_id = photoUri ? await attachPicture(tx, actor, photoUri, words, row.photo_id) : null
      // The limits are consumed after the picture is attached, as when publishing; the reverse order could deadlock.
      await consumeDayLimits(platform, actor, { tx, afterCommit }, [
        { bucket: `edit ${actor.userId}`, max: EDITS_PER_MINUTE, windowMs: MINUTE_MS },
        textLimit(actor, { ...writing, ...words }),
      ])
      const merged = mergePostTexts(row, writing)
      const isChanged = photo_id !== row.photo_id || hasChangedTexts(row, merged)
      const now = clock.now()
      const { timezone } = actor.community
      if (changesTimeOrPlace(body))
        await movePost(platform, { tx, afterCommit }, eventKey, row, body, { place, timezone, now })
      const { youtube_video_id: videoId } = merged
      const isSameVideo = videoId === row.youtube_video_id
      const affectedChannelIds = await changeEvent(tx, eventKey, {
        texts: merged,
        videoTitle: isSameVideo ? row.video_title : null,
        photoId: photo_id,
        now,
        isEdited: isChanged,
        channelIds,
      })
      if (photo_id && !stored) afterCommit(() => publishPictureChange(platform, photo_id))
      afterCommit(() => bus.publish('event.updated', { ...eventKey, channelIds: affectedChannelIds }))
      if (videoId && !isSameVideo) afterCommit(() => void updateVideoTitle(platform, eventKey, videoId))
      return row.photo_id === photo_id ? null : row.photo_id
    }),
  )
  await releasePicture(platform, replacedPhotoId)
}
