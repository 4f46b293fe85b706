// Deletes a member’s posts with their answers, group conversations and reports, and the answers that the member gave.
// Clears the reasons of the member’s own reports, and the texts of the member’s good deals in posts of others.
import type { MemberKey } from '#server/kernel/report.ts'
import { sql } from 'kysely'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { FIRST_ID } from '#server/kernel/ids.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { releasePicture } from '../media/media.service.ts'
import { deleteRetainedByAuthor } from '../notifications/notify.service.ts'
import { retractAnswerNotification } from './notify-answers.service.ts'
import { changeEvent } from './change-event.service.ts'
import type { EventRef } from './feed.live-events.ts'
import { lockEvent } from './feed.service.ts'

/** Posts or answers per transaction. Few, because the transaction locks them and delays answers of other users. */
const BATCH_SIZE = 20

export const erasePostsOf = async (platform: Platform, { communityId, userId }: MemberKey): Promise<void> => {
  const { db, bus } = platform
  const eraseBatch = () =>
    inTransaction(db, async (tx, afterCommit) => {
      const ids = await tx
        .selectFrom('events')
        .select('id')
        .where('community_id', '=', communityId)
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute()
      const photos: string[] = []
      for (const { id } of ids) {
        const eventRef = await lockEvent(tx, communityId, id)
        await removeSubjects(platform, tx, { subjectKind: 'event', ids: [id] })
        const { photo_id, version } = await tx
          .deleteFrom('events')
          .where('community_id', '=', communityId)
          .where('id', '=', id)
          .returning(['photo_id', 'version'])
          .executeTakeFirstOrThrow()
        if (photo_id) photos.push(photo_id)
        afterCommit(() => bus.publish('event.deleted', { ...eventRef, version: version + 1 }))
      }
      return { count: ids.length, photos }
    })
  let count: number
  do {
    const done = await eraseBatch()
    count = done.count
    for (const photo of done.photos) await releasePicture(platform, photo)
  } while (count === BATCH_SIZE)
  await deleteRetainedByAuthor(db, userId)
  await sql`delete from event_flags where community_id = ${communityId} and snapshot ->> 'user_id' = ${userId}`.execute(
    db,
  )
  await db.updateTable('event_flags').set({ rule: null, reason: null }).where('reporter_id', '=', userId).execute()
}

export const eraseAnswersOf = async (platform: Platform, { userId }: MemberKey): Promise<void> => {
  const { db, bus } = platform
  const eraseBatch = () =>
    inTransaction(db, async (tx, afterCommit) => {
      const answers = await tx
        .selectFrom('event_answers')
        .select(['community_id', 'event_id'])
        .where('user_id', '=', userId)
        .orderBy('event_id')
        .limit(BATCH_SIZE)
        .execute()
      for (const answer of answers) {
        const eventRef = await lockEvent(tx, answer.community_id, answer.event_id)
        const { numDeletedRows } = await tx
          .deleteFrom('event_answers')
          .where('community_id', '=', answer.community_id)
          .where('event_id', '=', answer.event_id)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        if (!numDeletedRows) continue
        await tx
          .updateTable('events')
          .set({ interested_count: sql`interested_count - 1` })
          .where('community_id', '=', answer.community_id)
          .where('id', '=', answer.event_id)
          .execute()
        await retractAnswerNotification(platform, { tx, afterCommit }, eventRef)
        afterCommit(() => bus.publish('event.answered', { ...eventRef, userId, interested: false }))
      }
      return answers.length
    })
  while ((await eraseBatch()) === BATCH_SIZE);
}

const dealTextColumns = {
  description: 'activity_description',
  description_en: 'activity_description_en',
  post_description: 'activity_post_description',
  post_description_en: 'activity_post_description_en',
} as const

type DealTextColumn = keyof typeof dealTextColumns

/** Returns each text of an event published from a deal, with the current text of the deal and of the template. */
const findDealTexts = (tx: Tx, { communityId, eventId }: EventRef) =>
  tx
    .selectFrom('events as e')
    .innerJoin('deals as d', 'd.id', 'e.deal_id')
    .leftJoin('templates as t', 't.id', 'e.template_id')
    .select(['e.photo_id', 'e.video_title', 'e.edited_at'])
    .select(({ ref }) =>
      (Object.keys(dealTextColumns) as DealTextColumn[]).map(column =>
        sql<[now: string | null, deal: string | null, template: string | null]>`json_build_array(
          ${ref(`e.${column}`)}, ${ref(`d.${dealTextColumns[column]}`)}, ${ref(`t.${column}`)})`.as(column),
      ),
    )
    .where('e.community_id', '=', communityId)
    .where('e.id', '=', eventId)
    .executeTakeFirst()

/**
 * Replaces the texts of this member’s deals by those of the template, in posts that others published from the deals.
 * Texts that the publisher has edited remain.
 */
export const eraseDealTextsOf = async (platform: Platform, { communityId, userId }: MemberKey): Promise<void> => {
  const { db, bus, clock } = platform
  const eraseBatchAfter = (after: string) =>
    inTransaction(db, async (tx, afterCommit) => {
      const { rows } = await sql<{ communityId: string; eventId: string }>`
        select e.community_id as "communityId", e.id as "eventId" from deals d join events e on e.deal_id = d.id
        where d.community_id = ${communityId} and d.user_id = ${userId} and e.id > ${after}::uuid
        order by e.id limit ${BATCH_SIZE}`.execute(tx)
      for (const event of rows) {
        const eventRef = await lockEvent(tx, event.communityId, event.eventId)
        const found = await findDealTexts(tx, eventRef)
        if (!found) continue
        const { photo_id: photoId, video_title: videoTitle, edited_at, ...current } = found
        const fromDeal = Object.entries(current).filter(
          ([, [now, deal, template]]) => now !== null && now !== template && (!edited_at || now === deal),
        )
        if (fromDeal.length === 0) continue
        const texts = Object.fromEntries(fromDeal.map(([word, [, , template]]) => [word, template]))
        const change = { texts, videoTitle, photoId, now: clock.now(), isEdited: false, channelIds: undefined }
        await changeEvent(tx, eventRef, change)
        afterCommit(() => bus.publish('event.updated', eventRef))
      }
      return rows.length === BATCH_SIZE ? rows.at(-1)!.eventId : undefined
    })
  for (let after: string | undefined = FIRST_ID; after;) after = await eraseBatchAfter(after)
}
