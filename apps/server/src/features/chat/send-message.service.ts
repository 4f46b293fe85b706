// A message is stored once and numbered before it is published; the tmpId is its idempotency key.
import { isBlank } from '@parvis/contract/blank.ts'
import { validateMessage, type OutgoingMessage, type VisibleMessage } from '@parvis/contract/chat.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail, KeyedError, assertValid } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { newId } from '#server/kernel/ids.ts'
import { limitConcurrencyByKey } from '#server/kernel/limits/concurrency-limit.ts'
import { warnNearLimit } from '#server/kernel/limits/day-limit.ts'
import { toRateLimitError } from '#server/kernel/limits/rate-limit.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { runAfterCommit } from '#server/kernel/postgres/after-commit.ts'
import { type MediaRow, presentMediaUri } from '#server/kernel/picture.ts'
import { getEvent } from '../feed/feed.service.ts'
import { singleFileOf, releasePicture, storePicture, attachChatPicture } from '../media/media.service.ts'
import { authorRowOf } from '#server/kernel/author.ts'
import { canAttach, canAttachLocation } from './chat.policy.ts'
import { conversationCache } from './conversation-cache.ts'
import { storeFirstMessage } from './first-contact.service.ts'
import { linkedEventOf, presentVisibleMessage } from './message.presenter.ts'
import { scheduleMessageRecount } from './message-counts.service.ts'
import { consumeMessageQuota, messageDayLimits } from './message-rate.ts'
import { findSentMessage, type MessageRow } from './message.queries.ts'
import { type NewMessage, type StoredMessage, writeMessages, messageWriter } from './store-message.service.ts'
import { recentMessages } from './recent-messages.ts'
import { resolveTarget, type MessageTarget } from './target.service.ts'
import { lookUpVideo } from './video.service.ts'
import { messageViewFor } from './view.service.ts'

const hasAttachment = ({ image, location, youtubeVideoId }: OutgoingMessage) =>
  (image ?? location ?? youtubeVideoId) !== undefined

const assertValidMessage = (actor: Actor, message: OutgoingMessage) => {
  assertValid(validateMessage(message))
  // PostgreSQL cannot store NUL, and malformed UTF-16 would make different tmpIds equal.
  if (message.text?.includes('\0') || !message.tmpId.isWellFormed() || message.tmpId.includes('\0'))
    fail('badrequest', { field: 'text' })
  if (hasAttachment(message) && !canAttach(actor)) fail('forbidden')
  if (message.location && !canAttachLocation(actor)) fail('minorlocation', { field: 'location' })
}

const toNewMessage = (
  actor: Actor,
  { tmpId, text, location, youtubeVideoId, messageType }: OutgoingMessage,
  target: MessageTarget,
  now: Date,
): NewMessage => ({
  communityId: target.communityId,
  conversationId: target.conversationId,
  id: newId(),
  userId: actor.userId,
  userCommunityId: actor.communityId,
  tmpId,
  messageType: target.linkedEvent ? (messageType ?? 'event') : null,
  text: isBlank(text) ? null : text!.toWellFormed().trim(),
  imageId: null,
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  youtubeVideoId: youtubeVideoId ?? null,
  eventId: target.linkedEvent?.eventId ?? null,
  eventCommunityId: target.linkedEvent?.communityId ?? null,
  now,
  dayLimits: messageDayLimits(actor, text ?? null),
})

const toMessageRow = (
  actor: Actor,
  message: NewMessage,
  { place }: StoredMessage,
  image: MediaRow | null,
): MessageRow => ({
  community_id: message.communityId,
  conversation_id: message.conversationId,
  place,
  id: message.id,
  user_id: message.userId,
  tmp_id: message.tmpId,
  message_type: message.messageType,
  text: message.text,
  latitude: message.latitude,
  longitude: message.longitude,
  youtube_video_id: message.youtubeVideoId,
  video_title: null,
  event_id: message.eventId,
  event_community_id: message.eventCommunityId,
  created_at: message.now,
  deleted_at: null,
  hidden_at: null,
  retained: null,
  author: authorRowOf(actor),
  image,
})

/** Storing a message with a picture takes two statements, so both run in one transaction. */
const storeWithPicture = (platform: Platform, actor: Actor, message: NewMessage, photoUri: string) =>
  platform.db.transaction().execute(async tx => {
    // Locks the conversation first, as every writer does, so that a concurrent duplicate waits here.
    const [stored] = await writeMessages(tx, [message])
    if (stored?.id !== message.id) return { stored, image: null }
    const image = await attachChatPicture(tx, actor, photoUri)
    await tx
      .updateTable('messages')
      .set({ image_id: image.id })
      .where('community_id', '=', message.communityId)
      .where('id', '=', message.id)
      .execute()
    return { stored, image }
  })

const isUniqueViolation = (error: unknown) => (error as { code?: unknown } | null)?.code === '23505'

/** A checked message. The check may take time, so it runs before the message is queued behind earlier messages. */
export interface PreparedMessage {
  /** Stores the message. Consecutive calls are stored in the order of the calls. */
  store(): Promise<VisibleMessage>
}

interface CheckedMessage {
  platform: Platform
  actor: Actor
  target: MessageTarget
  message: NewMessage
  /** The address of a picture that the sender has uploaded before. */
  imageUri: string | undefined
  /** A picture that is sent with the message. */
  file: UploadedFile | undefined
}

const presentSentMessage = async ({ platform, actor, target }: CheckedMessage, row: MessageRow) => {
  const state = (await conversationCache(platform).find(target)) ?? fail('error404')
  const linked = linkedEventOf(row)?.eventId
  const events = linked ? new Map([[linked, await getEvent(platform, actor, linked).catch(() => null)]]) : null
  return presentVisibleMessage(
    row,
    messageViewFor(actor, state, ({ event_id }) => events?.get(event_id ?? '') ?? null),
  )
}

/** The message that this sender has already sent with this `tmpId`. */
const findExistingMessage = async (checked: CheckedMessage) => {
  const { platform, actor, target, message } = checked
  const row = await findSentMessage(platform, target.communityId, actor.userId, message.tmpId)
  // The sender has used this tmpId for a message to another recipient.
  if (row && row.conversation_id !== target.conversationId) fail('badrequest', { field: 'tmpId' })
  return row && presentSentMessage(checked, row)
}

/** Stores the message: with a picture or as a first contact in a transaction of its own, otherwise in a batch. */
const writeMessage = async ({ platform, actor, target, message }: CheckedMessage, photoUri: string | undefined) => {
  if (photoUri) return storeWithPicture(platform, actor, message, photoUri)
  const stored = await (target.firstContact
    ? storeFirstMessage(platform, message, target.firstContact.minorIds)
    : messageWriter(platform)(message))
  return { stored, image: null }
}

/** A message whose conversation must be read first would otherwise be published after later messages. */
const runOnePerConversation = defineState(() => limitConcurrencyByKey(1))

/**
 * Publishes a stored message, warns its sender near a daily limit, schedules the recount of its group and looks up its
 * video.
 */
const publishMessage = async (checked: CheckedMessage, stored: StoredMessage, row: MessageRow) => {
  const { platform, actor, target, message } = checked
  recentMessages(platform).set(row.id, row)
  warnNearLimit(platform, actor, Object.values(message.dayLimits ?? {}), stored.usage, runAfterCommit)
  const { communityId, conversationId } = target
  const state = await runOnePerConversation(platform)(conversationId, async () => {
    const found = await conversationCache(platform).find(target)
    runAfterCommit(() =>
      platform.bus.publish('message.created', {
        communityId,
        conversationId,
        id: row.id,
        userIds: [...(found?.members.keys() ?? [])],
      }),
    )
    return found
  })
  if (state?.eventId) scheduleMessageRecount(platform, target, state.eventId)
  if (row.youtube_video_id) void lookUpVideo(platform, row)
}

const storeMessage = async (checked: CheckedMessage): Promise<VisibleMessage> => {
  const { platform, actor, message, imageUri, file } = checked
  const hasPicture = file !== undefined || imageUri !== undefined
  if (hasPicture) {
    const existing = await findExistingMessage(checked)
    if (existing) return existing
  }
  const uploaded = file && (await storePicture(platform, actor, file.bytes, {}))
  try {
    const { stored, image } = await writeMessage(checked, presentMediaUri(uploaded?.id) ?? imageUri)
    if (!stored) return fail('forbidden')
    if (stored.id !== message.id) {
      await releasePicture(platform, uploaded?.id)
      return (await findExistingMessage(checked)) ?? fail('forbidden')
    }
    const row = toMessageRow(actor, message, stored, image)
    await publishMessage(checked, stored, row)
    return await presentSentMessage(checked, row)
  } catch (error) {
    await releasePicture(platform, uploaded?.id)
    const existing =
      isUniqueViolation(error) || (error instanceof KeyedError && hasPicture)
        ? await findExistingMessage(checked)
        : undefined
    if (existing) return existing
    throw toRateLimitError(error)
  }
}

/**
 * Checks a message before it is stored. Throws `badrequest`, `descriptionmandatory`, `forbidden`, `minorlocation`,
 * `minorfirstcontact`, `error404`, `toomanyrequests`.
 */
export const prepareMessage = async (
  platform: Platform,
  actor: Actor,
  outgoing: OutgoingMessage,
  files: readonly UploadedFile[] = [],
): Promise<PreparedMessage> => {
  const file = singleFileOf(files)
  assertValidMessage(actor, file ? { ...outgoing, image: outgoing.image ?? '' } : outgoing)
  consumeMessageQuota(platform)(actor.userId)
  const target = await resolveTarget(platform, actor, outgoing)
  if (target.firstContact && (file || hasAttachment(outgoing))) fail('minorfirstcontact', { field: 'image' })
  const message = toNewMessage(actor, outgoing, target, platform.clock.now())
  const checked: CheckedMessage = { platform, actor, target, message, imageUri: outgoing.image, file }
  return { store: () => storeMessage(checked) }
}

export const sendMessage = async (
  platform: Platform,
  actor: Actor,
  outgoing: OutgoingMessage,
  files: readonly UploadedFile[],
): Promise<VisibleMessage> => (await prepareMessage(platform, actor, outgoing, files)).store()
