// Lists of deals read stored flags: `community_deals` has a row for each community in which a deal can appear, with a
// `listed` flag that is updated with every change of the deal.
import type { TransactionContext } from '#server/kernel/report.ts'
import { DEAL_REACH_KM } from '@parvis/contract/write-deals.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { hasLeftColumn } from '#server/kernel/membership.ts'

const EARTH_RADIUS_KM = 6371
const MAX_REMOTENESS = 1 - Math.cos(DEAL_REACH_KM / EARTH_RADIUS_KM)
/** In degrees of latitude, slightly above `DEAL_REACH_KM`: an index narrows the rows before distances are computed. */
const LATITUDE_BAND = (DEAL_REACH_KM / EARTH_RADIUS_KM) * (180 / Math.PI) * 1.01

/** Whether deal `d` can appear in community `c`: always in its own, in others by distance. */
const reaches = sql<boolean>`(c.id = d.community_id or (d.nearby and c.gooddeal
  and c.latitude between d.latitude - ${sql.lit(LATITUDE_BAND)} and d.latitude + ${sql.lit(LATITUDE_BAND)}
  and remoteness(c.longitude, c.latitude, d.longitude, d.latitude) <= ${sql.lit(MAX_REMOTENESS)}))`

/** Recomputes `listed` and `due_at` (when `listed` changes next) of the deals `d` that match the filter. */
export const updateListedFlags = async (tx: Tx, filter: RawBuilder<boolean>, now: Date): Promise<void> => {
  await sql`
    with marked as (
      update deals d set
        listed = home.gooddeal and d.approved_at is not null and d.hidden_at is null and not exists (
            select from users w where w.community_id = d.community_id and w.id = d.user_id and ${hasLeftColumn('w')})
          and (d.starts_at is null or d.starts_at <= ${now}) and (d.ends_at is null or d.ends_at > ${now}),
        due_at = case
          when d.approved_at is null or d.hidden_at is not null or d.ends_at <= ${now} then null
          when d.starts_at > ${now} then d.starts_at
          else d.ends_at end
      from communities home where home.id = d.community_id and ${filter}
      returning d.id, d.listed, d.category_id
    )
    update community_deals s set listed = marked.listed, category_id = marked.category_id from marked
    where s.deal_id = marked.id and (s.listed, s.category_id) is distinct from (marked.listed, marked.category_id)`.execute(
    tx,
  )
}

export const dealWithId = (id: string): RawBuilder<boolean> => sql<boolean>`d.id = ${id}::uuid`

/**
 * Inserts the `community_deals` rows of the deals `d` or communities `c` that match the filter; `prune` also deletes
 * outdated rows.
 */
export const updateDealReach = async (
  tx: Tx,
  filter: RawBuilder<boolean>,
  { prune = true }: { prune?: boolean } = {},
): Promise<void> => {
  if (prune)
    await sql`
      delete from community_deals s using deals d, communities c
      where d.id = s.deal_id and c.id = s.community_id and ${filter} and not coalesce(${reaches}, false)`.execute(tx)
  await sql`
    insert into community_deals (community_id, deal_id, category_id, listed)
    select c.id, d.id, d.category_id, d.listed from deals d join communities c on ${reaches}
    where ${filter} on conflict do nothing`.execute(tx)
}

export interface DealVisibility {
  listed: boolean
  communityIds: readonly string[]
}

export const readDealVisibility = async (tx: Tx, id: string): Promise<DealVisibility> => {
  const rows = await tx
    .selectFrom('community_deals as s')
    .innerJoin('deals as d', 'd.id', 's.deal_id')
    .select(['s.community_id', 'd.listed'])
    .where('s.deal_id', '=', id)
    .orderBy('s.community_id')
    .execute()
  return { listed: rows[0]?.listed ?? false, communityIds: rows.map(({ community_id }) => community_id) }
}

/** Runs the change of locked deals, recomputes whether lists contain them, and publishes the change of each. */
export const changeDeals = async (
  { bus, clock }: Pick<Platform, 'bus' | 'clock'>,
  { tx, afterCommit }: TransactionContext,
  deals: readonly { id: string; community_id: string }[],
  change: () => Promise<unknown>,
): Promise<void> => {
  const before = new Map<string, DealVisibility>()
  for (const { id } of deals) before.set(id, await readDealVisibility(tx, id))
  await change()
  await updateListedFlags(tx, sql<boolean>`d.id = any(${deals.map(({ id }) => id)}::uuid[])`, clock.now())
  for (const { id, community_id: homeId } of deals) {
    const after = await readDealVisibility(tx, id)
    publishDealChange({ bus }, afterCommit, { dealId: id, homeId, before: before.get(id)!, after })
  }
}

/**
 * Publishes the change of a deal to the communities that show it. `homeId` is the community in which the deal was
 * created; `before` is null for a new deal.
 */
export const publishDealChange = (
  { bus }: Pick<Platform, 'bus'>,
  afterCommit: AfterCommit,
  {
    dealId,
    homeId,
    before,
    after,
  }: { dealId: string; homeId: string; before: DealVisibility | null; after: DealVisibility },
): void => {
  const listedBefore = new Set(before?.listed ? before.communityIds : [])
  const listedAfter = new Set(after.listed ? after.communityIds : [])
  const publish = (name: 'deal.created' | 'deal.updated' | 'deal.hidden', communityId: string) =>
    afterCommit(() => bus.publish(name, { dealId, communityId }))
  for (const id of listedAfter) publish(listedBefore.has(id) ? 'deal.updated' : 'deal.created', id)
  for (const id of listedBefore) if (!listedAfter.has(id)) publish('deal.hidden', id)
  // A deal that is listed nowhere is still published to users who manage it.
  if (!listedAfter.has(homeId) && !listedBefore.has(homeId)) publish(before ? 'deal.updated' : 'deal.created', homeId)
}
