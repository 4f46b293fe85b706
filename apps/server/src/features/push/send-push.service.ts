// A push is composed only when it is due. It is dropped if the notification was read or is hidden, and postponed in
// quiet hours.
import { createHash } from 'node:crypto'
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { FinalError } from '#server/kernel/jobs/jobs.ts'
import { NotAllowedError } from '#server/kernel/outside/fetch-external.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import {
  countUnreadOfAccount,
  findAccountRecipient,
  findUnreadNotification,
} from '../notifications/notifications.service.ts'
import { findQuietHours, nextQuietPeriod, type QuietPeriod } from '../notifications/quiet-hours.service.ts'
import { findSessionActor } from '../session/viewer.service.ts'
import { isPhone } from './device.ts'
import { canReceivePushes } from './push.policy.ts'
import { type PushEndpoint, findPushEndpoint, getCommunitySummary } from './push.queries.ts'
import { KEY_BACKOFF_MS, type Push, type PushResult, type PushService } from './push-service.ts'
import { findPushService } from './push-services.ts'
import { pushText } from './push-text.ts'

export interface PushJob {
  endpointId: string
  /** Absent in jobs of an earlier version, which are for the signed-in user of the device. */
  userId?: string
  kind: NotificationKind
  subjectId: string
}

const HOUR_S = 60 * 60

/**
 * Lets a push to a phone expire when quiet hours begin, because phones show a late push with a sound. The push is
 * urgent if quiet hours begin within an hour.
 */
const deliveryBeforeQuiet = ({ from }: QuietPeriod, now: number, { ttl, urgency }: Pick<Push, 'ttl' | 'urgency'>) => {
  const secondsLeft = Math.max(0, Math.floor((from - now) / 1000))
  return { ttl: Math.min(ttl, secondsLeft), urgency: secondsLeft < HOUR_S ? ('high' as const) : urgency }
}

/** Number of characters of a topic: a hash, so that the push service learns nothing about the subject. */
const TOPIC_LENGTH = 32
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, TOPIC_LENGTH)

const deleteEndpoint = async ({ db }: Platform, endpointId: string) => {
  await db.deleteFrom('push_endpoints').where('id', '=', endpointId).execute()
}

const MIN_BACKOFF_MS = 5_000
const MAX_BACKOFF_MS = 60 * 60_000
const PROBE_TIMEOUT_MS = 15_000
const MAX_FAILING_MS = 7 * DAY_MS

/** Since when the endpoint has been failing; null if its last backoff ended more than a day ago. */
const failingSinceOf = ({ failingSince, restsUntil }: PushEndpoint, now: number): Date | null =>
  restsUntil && now - restsUntil.getTime() < DAY_MS ? failingSince : null

/**
 * Backs off for as long as the endpoint has been failing, so that an unreachable service occupies no workers. Deletes
 * an endpoint that has been failing for a week.
 */
const backOff = async (platform: Platform, endpointId: string, endpoint: PushEndpoint) => {
  const { db, clock } = platform
  const now = clock.now().getTime()
  const since = failingSinceOf(endpoint, now)
  const failingMs = now - (since?.getTime() ?? now)
  if (failingMs > MAX_FAILING_MS) return deleteEndpoint(platform, endpointId)
  const backoff = Math.min(MAX_BACKOFF_MS, Math.max(MIN_BACKOFF_MS, failingMs))
  await db
    .updateTable('push_endpoints')
    .set({ failing_since: since ?? new Date(now), rests_until: new Date(now + backoff) })
    .where('id', '=', endpointId)
    .execute()
}

/** Claims the single attempt that probes the service after a backoff; other pushes wait for its result. */
const claimProbe = async ({ db, clock }: Platform, endpointId: string, backoffUntil: Date | null): Promise<boolean> => {
  if (!backoffUntil) return true
  const { numUpdatedRows } = await db
    .updateTable('push_endpoints')
    .set({ rests_until: new Date(clock.now().getTime() + PROBE_TIMEOUT_MS) })
    .where('id', '=', endpointId)
    .where('rests_until', '=', backoffUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const backOffForKey = async ({ db, clock }: Platform, endpointId: string) => {
  const now = clock.now()
  await db
    .updateTable('push_endpoints')
    .set({ failing_since: now, rests_until: new Date(now.getTime() + KEY_BACKOFF_MS) })
    .where('id', '=', endpointId)
    .execute()
}

const postToService = async (
  platform: Platform,
  service: PushService,
  job: PushJob,
  endpoint: PushEndpoint,
  push: Push,
): Promise<boolean> => {
  const { endpointId } = job
  let result: PushResult
  try {
    result = await service.post(platform, endpoint, push)
  } catch (error) {
    // the host of the URL now resolves to a network that is not allowed
    if (error instanceof NotAllowedError) {
      await deleteEndpoint(platform, endpointId)
      return false
    }
    await backOff(platform, endpointId, endpoint)
    throw error
  }
  const refusal = `the push service answered ${result.status}`
  switch (result.outcome) {
    case 'taken':
      if (endpoint.failingSince)
        await platform.db
          .updateTable('push_endpoints')
          .set({ failing_since: null, rests_until: null })
          .where('id', '=', endpointId)
          .execute()
      return true
    case 'gone':
      await deleteEndpoint(platform, endpointId)
      return false
    case 'keyrefused':
      await backOffForKey(platform, endpointId)
      await postpone(platform, job, KEY_BACKOFF_MS)
      return false
    case 'refused':
      throw new FinalError(refusal)
    case 'later':
      await backOff(platform, endpointId, endpoint)
      throw new Error(refusal)
  }
}

/** Enqueues the push under a job key of its own, so that it does not delay a later push. */
const postpone = ({ db, jobs }: Platform, job: PushJob, ms: number) => {
  const postponed = { data: job, key: `${job.endpointId} ${job.subjectId} held`, delayMs: ms }
  return inTransaction(db, (tx, afterCommit) => jobs.enqueueAll(tx, afterCommit, 'push.send', [postponed]))
}

/**
 * Sends the push if it is still due. Throws an error for a retry if the push service cannot be reached or must be
 * called again later, a `FinalError` if the service refuses the push permanently.
 */
export const sendPush = async (platform: Platform, job: PushJob): Promise<void> => {
  const { db, clock } = platform
  const { endpointId, kind, subjectId } = job
  const endpoint = await findPushEndpoint(db, endpointId, subjectId)
  const actor = endpoint && (await findSessionActor(platform, endpoint.sessionId))
  const service = endpoint && findPushService(platform, endpoint.os)
  if (!endpoint || !service || !actor) return
  const moment = clock.now()
  const now = moment.getTime()
  const recipient = await findAccountRecipient(db, actor, job.userId ?? actor.userId, moment)
  if (!recipient || (recipient === actor && !canReceivePushes(actor))) return
  const community = await getCommunitySummary(db, recipient.communityId)
  const quiet = nextQuietPeriod(await findQuietHours(db, recipient), now, community.timezone)
  const postponedUntil = Math.max(quiet && quiet.from <= now ? quiet.until : 0, endpoint.restsUntil?.getTime() ?? 0)
  if (postponedUntil > now) return postpone(platform, job, postponedUntil - now)
  const found = await findUnreadNotification(platform, recipient, job)
  const delivery = found?.subject.deliveries[kind]
  if (!found || !delivery || found.id === endpoint.sentId) return
  if (!(await claimProbe(platform, endpointId, endpoint.restsUntil))) return postpone(platform, job, MIN_BACKOFF_MS)
  const tag = `${kind} ${subjectId}`
  const text = pushText(found.view, delivery, { language: endpoint.language, community: community, tag })
  const push: Push = {
    ...(isPhone(endpoint.os) && quiet
      ? deliveryBeforeQuiet(quiet, now, delivery)
      : { ttl: delivery.ttl, urgency: delivery.urgency }),
    payload: { ...text, ...(quiet && { quiet: [quiet.from, quiet.until] as const }) },
    topic: topicOf(tag),
    isFirst: endpoint.sentId === null,
    unreadCount: isPhone(endpoint.os) ? await countUnreadOfAccount(platform, actor) : 0,
  }
  if (!(await postToService(platform, service, job, endpoint, push))) return
  await db
    .updateTable('push_news')
    .set({ sent_id: found.id })
    .where('endpoint_id', '=', endpointId)
    .where('subject_id', '=', subjectId)
    .execute()
}
