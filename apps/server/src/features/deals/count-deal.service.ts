// Counts the accounts that have opened a deal or its route, each account once. Guests are counted; users who manage the
// deal are not.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canManageDeal } from './deals.policy.ts'
import { getDealRow } from './deals.service.ts'
import type { DealRead } from './deals.tables.ts'

const counts: Record<DealRead, string> = { seen: 'seen_count', route: 'routes_count' }

export const countDealRead = async (platform: Platform, actor: Actor, id: string, kind: DealRead): Promise<void> => {
  const row = await getDealRow(platform, actor, id)
  if (canManageDeal(actor, row)) return
  const count = sql.ref(counts[kind])
  // Locks the deal before inserting a reference to it, so that a concurrent removal cannot break the foreign key.
  await sql`
    with first as (
      insert into deal_reads (deal_id, kind, account_id)
      select d.id, ${kind}, ${actor.accountId}::uuid from deals d where d.id = ${row.id}::uuid for no key update
      on conflict do nothing returning deal_id
    )
    update deals set ${count} = ${count} + 1 from first where deals.id = first.deal_id`.execute(platform.db)
}
