// Erasing a member deletes their posts with the answers and the group, their own answers, and their texts in posts that
// others published from their deals.
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import { FIRST_ID } from '#server/kernel/ids.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { releasePicture } from '../media/media.service.ts'
import { forgetRemovedOf } from '../notifications/tell-changes.service.ts'
import { takeBackAnswered } from '../notifications/tell-answers.service.ts'
import { changeEvent } from './change-event.service.ts'
import type { EventPlace } from './feed.announcements.ts'
import { lockEvent } from './feed.service.ts'

interface Member {
  communityId: string
  userId: string
}

/** Posts or answers per transaction, so that no lock delays other users' answers for long. */
const SLICE = 20

/** Deletes their posts, and what was reported of them. */
export const erasePostsOf = async (platform: Platform, { communityId, userId }: Member): Promise<void> => {
  const { db, bus } = platform
  const some = () =>
    inTransaction(db, async (tx, afterCommit) => {
      const ids = await tx
        .selectFrom('events')
        .select('id')
        .where('community_id', '=', communityId)
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(SLICE)
        .execute()
      const photos: string[] = []
      for (const { id } of ids) {
        const place = await lockEvent(tx, communityId, id)
        const { photo_id, version } = await tx
          .deleteFrom('events')
          .where('community_id', '=', communityId)
          .where('id', '=', id)
          .returning(['photo_id', 'version'])
          .executeTakeFirstOrThrow()
        if (photo_id) photos.push(photo_id)
        afterCommit(() => bus.announce('event.deleted', { ...place, version: version + 1 }))
      }
      return { count: ids.length, photos }
    })
  let count: number
  do {
    const done = await some()
    count = done.count
    for (const photo of done.photos) await releasePicture(platform, photo)
  } while (count === SLICE)
  await forgetRemovedOf(db, userId)
  await sql`delete from event_flags where community_id = ${communityId} and snapshot ->> 'user_id' = ${userId}`.execute(
    db,
  )
  await db.updateTable('event_flags').set({ rule: null, reason: null }).where('reporter_id', '=', userId).execute()
}

export const eraseAnswersOf = async (platform: Platform, { userId }: Member): Promise<void> => {
  const { db, bus } = platform
  const some = () =>
    inTransaction(db, async (tx, afterCommit) => {
      const answers = await tx
        .selectFrom('event_answers')
        .select(['community_id', 'event_id'])
        .where('user_id', '=', userId)
        .orderBy('event_id')
        .limit(SLICE)
        .execute()
      for (const answer of answers) {
        const place = await lockEvent(tx, answer.community_id, answer.event_id)
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
        await takeBackAnswered(platform, { tx, afterCommit }, place)
        afterCommit(() => bus.announce('event.answered', { ...place, userId, interested: false }))
      }
      return answers.length
    })
  while ((await some()) === SLICE);
}

const dealWords = {
  description: 'activity_description',
  description_en: 'activity_description_en',
  post_description: 'activity_post_description',
  post_description_en: 'activity_post_description_en',
} as const

type WordsOfDeal = keyof typeof dealWords

/** The texts of an event that was published from a deal, beside the current texts of the deal and the template. */
const findDealWords = (tx: Tx, { communityId, eventId }: EventPlace) =>
  tx
    .selectFrom('events as e')
    .innerJoin('deals as d', 'd.id', 'e.deal_id')
    .leftJoin('templates as t', 't.id', 'e.template_id')
    .select(['e.photo_id', 'e.video_title', 'e.edited_at'])
    .select(({ ref }) =>
      (Object.keys(dealWords) as WordsOfDeal[]).map(word =>
        sql<[now: string | null, deal: string | null, template: string | null]>`json_build_array(
          ${ref(`e.${word}`)}, ${ref(`d.${dealWords[word]}`)}, ${ref(`t.${word}`)})`.as(word),
      ),
    )
    .where('e.community_id', '=', communityId)
    .where('e.id', '=', eventId)
    .executeTakeFirst()

/**
 * Posts that others published from their deals fall back to the texts of the template: the texts of the deal are
 * deleted with their author. What the publisher wrote instead stays.
 */
export const eraseDealWordsOf = async (platform: Platform, { communityId, userId }: Member): Promise<void> => {
  const { db, bus, clock } = platform
  const someAfter = (after: string) =>
    inTransaction(db, async (tx, afterCommit) => {
      const { rows } = await sql<{ communityId: string; eventId: string }>`
        select e.community_id as "communityId", e.id as "eventId" from deals d join events e on e.deal_id = d.id
        where d.community_id = ${communityId} and d.user_id = ${userId} and e.id > ${after}::uuid
        order by e.id limit ${SLICE}`.execute(tx)
      for (const event of rows) {
        const place = await lockEvent(tx, event.communityId, event.eventId)
        const found = await findDealWords(tx, place)
        if (!found) continue
        const { photo_id: photoId, video_title: videoTitle, edited_at, ...said } = found
        const taken = Object.entries(said).filter(
          ([, [now, deal, template]]) => now !== null && now !== template && (!edited_at || now === deal),
        )
        if (taken.length === 0) continue
        const words = Object.fromEntries(taken.map(([word, [, , template]]) => [word, template]))
        const change = { words, videoTitle, photoId, now: clock.now(), isEdited: false, channelIds: undefined }
        await changeEvent(tx, place, change)
        afterCommit(() => bus.announce('event.updated', place))
      }
      return rows.length === SLICE ? rows.at(-1)!.eventId : undefined
    })
  for (let after: string | undefined = FIRST_ID; after;) after = await someAfter(after)
}
