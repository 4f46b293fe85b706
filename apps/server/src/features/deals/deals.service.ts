// A good deal as its reader sees it: who keeps it is told more.
import type { Deal } from '@parvis/contract/deals.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { holdAuthor } from '../session/member.service.ts'
import { canSeeDeal, dealAbilities, keepsDeal } from './deals.policy.ts'
import { presentDeal } from './deals.presenter.ts'
import { type DealKeepingRow, type DealRow, findDeal, findDealKeeping, isDealOf } from './deals.queries.ts'

export interface ReadDeal {
  id: string
  row: DealRow
  keeping: DealKeepingRow | undefined
}

/** The rows with what this reader is told of those that they keep. */
export const withKeeping = async (db: Db, actor: Actor | null, rows: readonly DealRow[]): Promise<ReadDeal[]> => {
  const kept = rows.filter(row => keepsDeal(actor, row)).map(({ id }) => id)
  const keepings = await findDealKeeping(db, kept)
  return rows.map(row => ({ id: row.id, row, keeping: keepings.get(row.id) }))
}

export const presentOne = async (db: Db, actor: Actor | null, row: DealRow, now: Date): Promise<Deal> => {
  const [read] = await withKeeping(db, actor, [row])
  const deal = presentDeal(actor, row, now, read!.keeping)
  const { abilities } = deal
  // its address can be opened from far away, and who opens it so publishes nothing from it at home
  const publish = abilities.publish && actor !== null && (await isDealOf(db, actor.communityId, row.id))
  return { ...deal, abilities: { ...abilities, publish } }
}

/** A deal that this actor may know of; `error404` for any other. */
export const getDealRow = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<DealRow> => {
  const row = actor.community.gooddeal ? await findDeal(db, { id }) : undefined
  return row && canSeeDeal(actor, row, clock.now()) ? row : fail('error404')
}

/** The same, as this actor is answered. */
export const getDealFor = async (platform: Platform, actor: Actor, id: string): Promise<Deal> =>
  presentOne(platform.db, actor, await getDealRow(platform, actor, id), platform.clock.now())

/**
 * A deal of which this actor may know, locked against every other change; `forbidden` where they may not do this with
 * it.
 */
export const lockDeal = async (
  tx: Tx,
  clock: Platform['clock'],
  actor: Actor,
  id: string,
  verb: keyof Deal['abilities'],
): Promise<DealRow> => {
  const author = await tx
    .selectFrom('deals')
    .select(['community_id as communityId', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst()
  // as a departure does: the author first, then their deals
  if (author) await holdAuthor(tx, author)
  await tx.selectFrom('deals').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  const row = await getDealRow({ db: tx, clock }, actor, id)
  return dealAbilities(actor, row, clock.now())[verb] ? row : fail('forbidden')
}
