// A good deal as its reader sees it: who keeps it is told more.
import type { Deal } from '@parvis/contract/deals.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { keepsDeal } from './deals.policy.ts'
import { presentDeal } from './deals.presenter.ts'
import { type DealKeepingRow, type DealRow, findDealKeeping } from './deals.queries.ts'

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
  return presentDeal(actor, row, now, read!.keeping)
}
