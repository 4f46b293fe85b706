// Members receive live events when a deal they can see appears, changes or disappears; those who manage it receive them
// whatever its state.
import type { Actor } from '#server/kernel/actor.ts'
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canSeeDeal, type DealHome, keepsDeal } from './deals.policy.ts'
import { presentDeal } from './deals.presenter.ts'
import { type DealKeepingRow, type DealRow, findDealKeeping, findDealsById } from './deals.queries.ts'

interface ShownDeal {
  dealId: string
  communityId: string
}

/** A removed deal: `home` tells who managed it, `listed` whether others could see it. */
type RemovedDeal = ShownDeal & { home: DealHome; listed: boolean }

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'deal.created': ShownDeal
    'deal.updated': ShownDeal
    /** It is no longer listed in this community. */
    'deal.hidden': ShownDeal
    'deal.removed': RemovedDeal
  }
}

const receivers = ({ communityId }: ShownDeal) => ({ communityId })

interface Facts {
  rows: ReadonlyMap<string, DealRow>
  keepings: ReadonlyMap<string, DealKeepingRow>
  now: Date
}

const read = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, messages: readonly ShownDeal[]): Promise<Facts> => {
  const ids = [...new Set(messages.map(({ dealId }) => dealId))]
  const [rows, keepings] = await Promise.all([findDealsById(db, ids), findDealKeeping(db, ids)])
  return { rows: new Map(rows.map(row => [row.id, row])), keepings, now: clock.now() }
}

const viewOf = (actor: Actor, row: DealRow, { keepings, now }: Facts) =>
  presentDeal(actor, row, now, keepsDeal(actor, row) ? keepings.get(row.id) : undefined)

const told = (name: 'deal.created' | 'deal.updated', event: 'ad.created' | 'ad.updated'): AnyAnnouncement =>
  announcement({
    receivers,
    read,
    name,
    messageFor: (actor, { dealId }, facts: Facts) => {
      const row = facts.rows.get(dealId)
      return row && actor.community.gooddeal && canSeeDeal(actor, row, facts.now)
        ? { event, data: viewOf(actor, row, facts) }
        : null
    },
  })

export const dealAnnouncements: readonly AnyAnnouncement[] = [
  told('deal.created', 'ad.created'),
  told('deal.updated', 'ad.updated'),
  announcement({
    receivers,
    read,
    name: 'deal.hidden',
    messageFor: (actor, { dealId }, facts: Facts) => {
      const row = facts.rows.get(dealId)
      return row && keepsDeal(actor, row)
        ? { event: 'ad.updated', data: viewOf(actor, row, facts) }
        : { event: 'ad.deleted', data: { _id: dealId } }
    },
  }),
  announcement({
    receivers,
    name: 'deal.removed',
    messageFor: (actor, { dealId, home, listed }) =>
      listed || keepsDeal(actor, home) ? { event: 'ad.deleted', data: { _id: dealId } } : null,
  }),
]
