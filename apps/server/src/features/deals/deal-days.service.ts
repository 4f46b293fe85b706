// Work of a job that runs each minute: starts and ends deals by their dates, and updates changed communities.
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { updateListedFlags, updateDealReach, changeDeals } from './deal-visibility.service.ts'

const BATCH_SIZE = 50

/** Lists deals that have started, unlists those that are over, and publishes both. Safe to run in several processes. */
export const startAndEndDueDeals = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  for (;;) {
    const count = await inTransaction(db, async (tx, afterCommit) => {
      const now = clock.now()
      // Locks authors before deals, as the departure of an author does; deals of departing authors wait for the next
      // run.
      const { rows } = await sql<{ id: string; community_id: string }>`
        with due as materialized (
          select d.id, d.community_id, d.user_id from deals d where d.due_at <= ${now} order by d.due_at limit ${BATCH_SIZE}
        ), held as materialized (
          select u.community_id, u.id from users u
          where (u.community_id, u.id) in (select due.community_id, due.user_id from due)
          order by u.id for key share skip locked
        )
        select d.id, d.community_id from deals d join due on due.id = d.id
          join held on held.community_id = d.community_id and held.id = d.user_id
        where d.due_at <= ${now} order by d.due_at for no key update of d skip locked`.execute(tx)
      await changeDeals(platform, { tx, afterCommit }, rows, () =>
        tx
          .updateTable('deals')
          .set({ version: sql`version + 1`, updated_at: now })
          .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
          .execute(),
      )
      return rows.length
    })
    if (count === 0) return
  }
}

interface ChangedCommunity {
  id: string
  isKnown: boolean
}

/**
 * Recomputes which deals are shown in a community that is new, or that has moved or switched deals on or off since the
 * last run.
 */
export const refreshChangedCommunities = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const { rows } = await sql<ChangedCommunity>`
    select c.id, r.community_id is not null as "isKnown" from communities c
    left join deal_reaches r on r.community_id = c.id
    where r.community_id is null
      or (c.gooddeal, c.longitude, c.latitude) is distinct from (r.gooddeal, r.longitude, r.latitude)
    order by c.id`.execute(db)
  // One transaction per community, so that a concurrent change of a deal waits for one community at most.
  for (const { id, isKnown } of rows)
    await inTransaction(db, tx => refreshCommunityDeals(tx, id, { now: clock.now(), prune: isKnown }))
}

/** Recomputes which deals the community shows and which of its own are listed, in the transaction of the change. */
export const refreshCommunityDeals = async (
  tx: Tx,
  id: string,
  { now, prune = true }: { now: Date; prune?: boolean },
): Promise<void> => {
  // Refreshes one community at a time: two communities that show each other’s deals could deadlock.
  await sql`select pg_advisory_xact_lock(hashtextextended('deals reach', 0))`.execute(tx)
  await updateListedFlags(tx, sql<boolean>`d.community_id = ${id}::uuid`, now)
  await updateDealReach(tx, sql<boolean>`c.id = ${id}::uuid`, { prune })
  await sql`
    insert into deal_reaches (community_id, gooddeal, longitude, latitude)
    select id, gooddeal, longitude, latitude from communities where id = ${id}
    on conflict (community_id) do update
    set gooddeal = excluded.gooddeal, longitude = excluded.longitude, latitude = excluded.latitude`.execute(tx)
}
