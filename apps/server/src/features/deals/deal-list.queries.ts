import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import { type DealRow, findDealsById } from './deals.queries.ts'

/** Maximum number of deals on a map; the newest ones are shown. */
export const MAX_DEALS = 5_000

/** Checks the dates of deal `d`, because its `listed` flag may be a minute late. */
const isWithinDates = (now: Date) =>
  sql<boolean>`((d.starts_at is null or d.starts_at <= ${now}) and (d.ends_at is null or d.ends_at > ${now}))`

/** The newest listed deals of a community, read from an index; `condition` selects some of them. */
const listedDeals = (
  communityId: string,
  now: Date,
  { before, skip, limit }: ListStart,
  condition: RawBuilder<unknown>,
) => sql`
  select s.deal_id from community_deals s
  cross join lateral (select from deals d where d.id = s.deal_id and d.approved_at is not null and ${isWithinDates(now)} limit 1) shown
  where s.community_id = ${communityId} and s.listed and s.deal_id < ${before}::uuid ${condition}
  order by s.deal_id desc limit ${(limit ?? MAX_DEALS) + skip}::int`

/** Upper limit of due deals that are read; the job that updates `listed` is never this far behind. */
const MAX_DUE = 200

/** Deals that have started since the last run of the job, read from the few with a passed `due_at`. */
const newlyStartedDeals = (
  communityId: string,
  now: Date,
  { before }: ListStart,
  condition: RawBuilder<unknown>,
) => sql`
  select s.deal_id from (
    select d.id from deals d where d.due_at <= ${now} order by d.due_at limit ${sql.lit(MAX_DUE)}
  ) due
  cross join lateral (
    select s.deal_id, s.category_id from community_deals s
    where s.community_id = ${communityId} and s.deal_id = due.id and s.deal_id < ${before}::uuid limit 1
  ) s
  cross join lateral (
    select from deals d join communities home on home.id = d.community_id and home.gooddeal
    where d.id = s.deal_id and not d.listed and d.approved_at is not null and ${isWithinDates(now)} limit 1
  ) shown
  where true ${condition}`

interface DealListQuery {
  communityId: string
  categoryIds: readonly string[] | undefined
  now: Date
  start: ListStart
}

/** The deals of one page; for several categories, one index range is read per category. */
export const buildDealPageQuery = ({
  communityId,
  categoryIds,
  now,
  start,
}: DealListQuery): RawBuilder<{ deal_id: string }> => {
  const inCategory = categoryIds ? sql`and s.category_id = category.id` : sql``
  const parts = sql`(${listedDeals(communityId, now, start, inCategory)}) union all (${newlyStartedDeals(communityId, now, start, inCategory)})`
  const found = categoryIds
    ? sql`(select distinct id from unnest(${categoryIds}::uuid[]) asked (id)) category cross join lateral (${parts}) part`
    : sql`(${parts}) part`
  return sql<{ deal_id: string }>`select part.deal_id from ${found}
    order by part.deal_id desc offset ${start.skip}::int limit ${start.limit ?? MAX_DEALS}::int`
}

export const findCommunityDeals = async (db: Db, list: DealListQuery): Promise<DealRow[]> => {
  const { rows } = await buildDealPageQuery(list).execute(db)
  return rows.length === 0
    ? []
    : findDealsById(
        db,
        rows.map(({ deal_id }) => deal_id),
      )
}
