// A push is composed when it is sent. It is dropped if the notification has been read or may not be shown any more, and
// postponed in quiet hours.
import { createHash } from 'node:crypto'
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { FinalError } from '#server/kernel/jobs/jobs.ts'
import { NotAllowedError } from '#server/kernel/outside/fetch-outside.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { countUnreadOf, findReaderOf, findUnreadOf } from '../notifications/notifications.service.ts'
import { findQuietHours, nextQuiet, type Quiet } from '../notifications/quiet-hours.service.ts'
import { agesOf } from '#server/kernel/minors.ts'
import { findSessionActor } from '../session/reader.service.ts'
import { isPhone } from './device.ts'
import { mayBePushedTo } from './push.policy.ts'
import { type Browser, findBrowser, getPlace } from './push.queries.ts'
import { KEY_REST_MS, type Push, type PushAnswer, type PushService } from './push-service.ts'
import { findPushService } from './push-services.ts'
import { wordsOf } from './push-words.ts'

export interface PushOrder {
  endpointId: string
  /** Missing in jobs of an earlier version, where the signed-in user is meant. */
  userId?: string
  kind: NotificationKind
  subjectId: string
}

const HOUR_S = 60 * 60
const manner = {
  message: { ttl: 24 * HOUR_S, urgency: 'high' },
  answer: { ttl: 24 * HOUR_S, urgency: 'normal' },
  approval: { ttl: 24 * HOUR_S, urgency: 'normal' },
  moderation: { ttl: 24 * HOUR_S, urgency: 'normal' },
  // people may be on their way
  changed: { ttl: 24 * HOUR_S, urgency: 'high' },
  calledoff: { ttl: 24 * HOUR_S, urgency: 'high' },
  alert: { ttl: 12 * HOUR_S, urgency: 'normal' },
  welcome: { ttl: 12 * HOUR_S, urgency: 'low' },
} as const satisfies Record<NotificationKind, Pick<Push, 'ttl' | 'urgency'>>

/**
 * A phone shows a late push by itself with a sound, where a service worker would stay silent. So it expires when quiet
 * hours begin, and is urgent if they are near.
 */
const mannerBefore = ({ from }: Quiet, now: number, { ttl, urgency }: Pick<Push, 'ttl' | 'urgency'>) => {
  const left = Math.max(0, Math.floor((from - now) / 1000))
  return { ttl: Math.min(ttl, left), urgency: left < HOUR_S ? ('high' as const) : urgency }
}

/** A hash, so that the push service learns nothing about the subject. */
const TOPIC_LENGTH = 32
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, TOPIC_LENGTH)

const forget = async ({ db }: Platform, endpointId: string) => {
  await db.deleteFrom('push_endpoints').where('id', '=', endpointId).execute()
}

const SHORTEST_REST_MS = 5_000
const LONGEST_REST_MS = 60 * 60_000
const LONGEST_TRY_MS = 15_000
const MOST_FAILING_MS = 7 * DAY_MS

/** Since when it has been failing; a failure without an attempt for a day does not count on. */
const failingSinceOf = ({ failingSince, restsUntil }: Browser, now: number): Date | null =>
  restsUntil && now - restsUntil.getTime() < DAY_MS ? failingSince : null

/** Backs off for as long as the endpoint has been failing, so that unreachable services leave the workers to others. */
const letRest = async (platform: Platform, endpointId: string, browser: Browser) => {
  const { db, clock } = platform
  const now = clock.now().getTime()
  const since = failingSinceOf(browser, now)
  const failing = now - (since?.getTime() ?? now)
  if (failing > MOST_FAILING_MS) return forget(platform, endpointId)
  const rest = Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, failing))
  await db
    .updateTable('push_endpoints')
    .set({ failing_since: since ?? new Date(now), rests_until: new Date(now + rest) })
    .where('id', '=', endpointId)
    .execute()
}

/** Claims the one probe after a backoff; other pushes wait for its result. */
const mayTry = async ({ db, clock }: Platform, endpointId: string, restedUntil: Date | null): Promise<boolean> => {
  if (!restedUntil) return true
  const { numUpdatedRows } = await db
    .updateTable('push_endpoints')
    .set({ rests_until: new Date(clock.now().getTime() + LONGEST_TRY_MS) })
    .where('id', '=', endpointId)
    .where('rests_until', '=', restedUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A refused key of ours is no failure of the device. */
const letRestForKey = async ({ db, clock }: Platform, endpointId: string) => {
  const now = clock.now()
  await db
    .updateTable('push_endpoints')
    .set({ failing_since: now, rests_until: new Date(now.getTime() + KEY_REST_MS) })
    .where('id', '=', endpointId)
    .execute()
}

/** Returns whether the service accepted the push. */
const sendTo = async (
  platform: Platform,
  service: PushService,
  order: PushOrder,
  browser: Browser,
  push: Push,
): Promise<boolean> => {
  const { endpointId } = order
  let answer: PushAnswer
  try {
    answer = await service.post(platform, browser, push)
  } catch (error) {
    // the address now resolves to a network that is not allowed
    if (error instanceof NotAllowedError) {
      await forget(platform, endpointId)
      return false
    }
    await letRest(platform, endpointId, browser)
    throw error
  }
  const refusal = `the push service answered ${answer.status}`
  switch (answer.outcome) {
    case 'taken':
      if (browser.failingSince)
        await platform.db
          .updateTable('push_endpoints')
          .set({ failing_since: null, rests_until: null })
          .where('id', '=', endpointId)
          .execute()
      return true
    case 'gone':
      await forget(platform, endpointId)
      return false
    case 'keyrefused':
      await letRestForKey(platform, endpointId)
      await hold(platform, order, KEY_REST_MS)
      return false
    case 'refused':
      throw new FinalError(refusal)
    case 'later':
      await letRest(platform, endpointId, browser)
      throw new Error(refusal)
  }
}

/** Under a job key of its own, so that a later push is not delayed by it. */
const hold = ({ db, jobs }: Platform, order: PushOrder, ms: number) => {
  const held = { data: order, key: `${order.endpointId} ${order.subjectId} held`, afterMs: ms }
  return inTransaction(db, (tx, afterCommit) => jobs.enqueueAll(tx, afterCommit, 'push.send', [held]))
}

/** Throws if the push service cannot be reached or asks to retry later; the queue then retries. */
export const sendPush = async (platform: Platform, order: PushOrder): Promise<void> => {
  const { db, clock } = platform
  const { endpointId, kind, subjectId } = order
  const browser = await findBrowser(db, endpointId, subjectId)
  const actor = browser && (await findSessionActor(platform, browser.sessionId))
  const service = browser && findPushService(platform.settings, browser.os)
  if (!browser || !service || !actor) return
  const moment = clock.now()
  const now = moment.getTime()
  const reader = await findReaderOf(db, actor, order.userId ?? actor.userId, moment)
  if (!reader || (reader === actor && !mayBePushedTo(actor))) return
  const place = await getPlace(db, reader.communityId)
  const quiet = nextQuiet(await findQuietHours(db, reader), now, place.timezone)
  const heldUntil = Math.max(quiet && quiet.from <= now ? quiet.until : 0, browser.restsUntil?.getTime() ?? 0)
  if (heldUntil > now) return hold(platform, order, heldUntil - now)
  const told = await findUnreadOf(db, reader, order, agesOf(platform))
  if (!told || told._id === browser.sentId) return
  if (!(await mayTry(platform, endpointId, browser.restsUntil))) return hold(platform, order, SHORTEST_REST_MS)
  const tag = `${kind} ${subjectId}`
  const words = wordsOf(told, { language: browser.language, community: place, tag })
  const push: Push = {
    ...(isPhone(browser.os) && quiet ? mannerBefore(quiet, now, manner[kind]) : manner[kind]),
    news: { ...words, ...(quiet && { quiet: [quiet.from, quiet.until] as const }) },
    topic: topicOf(tag),
    isFirst: browser.sentId === null,
    unread: isPhone(browser.os) ? await countUnreadOf(platform, actor) : 0,
  }
  if (!(await sendTo(platform, service, order, browser, push))) return
  await db
    .updateTable('push_news')
    .set({ sent_id: told._id })
    .where('endpoint_id', '=', endpointId)
    .where('subject_id', '=', subjectId)
    .execute()
}
