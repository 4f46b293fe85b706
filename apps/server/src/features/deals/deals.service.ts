// Reads a deal as its viewer may see it; users who manage the deal see more fields.
import type { Deal } from '@parvis/contract/deals.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { lockAuthor } from '../membership/member.service.ts'
import { canSeeDeal, dealAbilities, canManageDeal } from './deals.policy.ts'
import { presentDeal } from './deals.presenter.ts'
import {
  type DealManagementRow,
  type DealRow,
  findDeal,
  findDealManagement,
  isDealInCommunity,
} from './deals.queries.ts'

export interface DealWithManagement {
  id: string
  row: DealRow
  management: DealManagementRow | undefined
}

export const withManagement = async (
  db: Db,
  actor: Actor | null,
  rows: readonly DealRow[],
): Promise<DealWithManagement[]> => {
  const managedIds = rows.filter(row => canManageDeal(actor, row)).map(({ id }) => id)
  const managementById = await findDealManagement(db, managedIds)
  return rows.map(row => ({ id: row.id, row, management: managementById.get(row.id) }))
}

export const presentSingleDeal = async (db: Db, actor: Actor | null, row: DealRow, now: Date): Promise<Deal> => {
  const [read] = await withManagement(db, actor, [row])
  const deal = presentDeal(actor, row, now, read!.management)
  const { abilities } = deal
  // A deal opened by its URL may not be shown in the viewer’s community; no post can be published from it there.
  const publish = abilities.publish && actor !== null && (await isDealInCommunity(db, actor.communityId, row.id))
  return { ...deal, abilities: { ...abilities, publish } }
}

/** Returns a deal that the user may see; throws `error404` for any other. */
export const getDealRow = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<DealRow> => {
  const row = actor.community.gooddeal ? await findDeal(db, { id }) : undefined
  return row && canSeeDeal(actor, row, clock.now()) ? row : fail('error404')
}

export const getDealFor = async (platform: Platform, actor: Actor, id: string): Promise<Deal> =>
  presentSingleDeal(platform.db, actor, await getDealRow(platform, actor, id), platform.clock.now())

/** Locks a deal, and its author before it, as the departure of an author does. Returns false without such a deal. */
export const tryLockDeal = async (tx: Tx, id: string): Promise<boolean> => {
  const author = await tx
    .selectFrom('deals')
    .select(['community_id as communityId', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!author) return false
  await lockAuthor(tx, author)
  const locked = tx.selectFrom('deals').select('id').where('id', '=', id).forNoKeyUpdate()
  return (await locked.executeTakeFirst()) !== undefined
}

/** Locks a deal that the user may see; throws `forbidden` without the given ability. */
export const lockDeal = async (
  tx: Tx,
  clock: Platform['clock'],
  actor: Actor,
  id: string,
  ability: keyof Deal['abilities'],
): Promise<DealRow> => {
  await tryLockDeal(tx, id)
  const row = await getDealRow({ db: tx, clock }, actor, id)
  return dealAbilities(actor, row, clock.now())[ability] ? row : fail('forbidden')
}
