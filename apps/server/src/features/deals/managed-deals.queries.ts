import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { canUseInDeal } from '../publish/template.columns.ts'
import { canManageAllDeals } from './deals.policy.ts'
import { type DealRow, findDealsById } from './deals.queries.ts'

/** `canManageDeal` in SQL, for deals `d` of the user's own community. */
const isManaged = (actor: Actor): RawBuilder<boolean> => {
  const own = canManageAllDeals(actor) ? sql`` : sql`and d.user_id = ${actor.userId}`
  return sql<boolean>`(d.community_id = ${actor.communityId} ${own} and d.user_id <> all (${actor.hiddenUserIds}::uuid[]))`
}

/** The state `waiting` of `dealState` in SQL. */
const isPending = (now: Date) =>
  sql<boolean>`(d.approved_at is null and d.refused_at is null and d.hidden_at is null and (d.ends_at is null or d.ends_at > ${now}))`

/** The deals that the user manages in their own community, newest first. */
export const findManagedDeals = async (
  db: Db,
  actor: Actor,
  { waiting, now, start }: { waiting: boolean; now: Date; start: ListStart },
): Promise<DealRow[]> => {
  const { rows } = await sql<{ id: string }>`
    select d.id from deals d
    where ${isManaged(actor)} and d.id < ${start.before}::uuid ${waiting ? sql`and ${isPending(now)}` : sql``}
    order by d.id desc offset ${start.skip}::int limit ${start.limit}::int`.execute(db)
  return findDealsById(
    db,
    rows.map(({ id }) => id),
  )
}

export const countPendingDeals = async (db: Db, actor: Actor, now: Date): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from deals d where ${isManaged(actor)} and ${isPending(now)}`.execute(db)
  return rows[0]!.waiting
}

/** Whether a deal of the actor may invite its readers to publish from the template. */
export const canUseTemplateInDeal = async (db: Db, actor: Actor, templateId: string): Promise<boolean> =>
  (await db
    .selectFrom('templates as t')
    .select('t.id')
    .where('t.id', '=', templateId)
    .where(canUseInDeal(actor))
    .executeTakeFirst()) !== undefined

export const hasApprovedDeal = async (db: Db, { communityId, userId }: Actor): Promise<boolean> =>
  (await db
    .selectFrom('deal_authors')
    .select('user_id')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

export const findDealByTmpId = async (db: Db, actor: Actor, tmpId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('deals')
      .select('id')
      .where('community_id', '=', actor.communityId)
      .where('user_id', '=', actor.userId)
      .where('tmp_id', '=', tmpId)
      .executeTakeFirst()
  )?.id

export const findDecidedDeal = (db: Db, id: string) =>
  db
    .selectFrom('deals as d')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 'd.community_id').onRef('u.id', '=', 'd.user_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 'd.community_id')
    .select([
      'd.title',
      'd.title_en',
      'd.approved_at',
      'd.refused_at',
      'd.refusal',
      'a.email',
      'a.language',
      'c.name',
      'c.custom_uri',
      'c.default_lang',
    ])
    .where('d.id', '=', id)
    .executeTakeFirst()
