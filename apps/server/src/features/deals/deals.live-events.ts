// Members receive live events when a deal that they can see is listed, changed or unlisted; users who manage it receive
// them in every state of the deal.
import type { Actor } from '#server/kernel/actor.ts'
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canSeeDeal, type DealOwnership, canManageDeal } from './deals.policy.ts'
import { presentDeal } from './deals.presenter.ts'
import { type DealManagementRow, type DealRow, findDealManagement, findDealsById } from './deals.queries.ts'

interface DealInCommunity {
  dealId: string
  communityId: string
}

/** A removed deal: `ownership` decides who managed it, `wasListed` whether others could see it. */
type RemovedDeal = DealInCommunity & { ownership: DealOwnership; wasListed: boolean }

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'deal.created': DealInCommunity
    'deal.updated': DealInCommunity
    /** The deal is no longer listed in this community. */
    'deal.hidden': DealInCommunity
    'deal.removed': RemovedDeal
  }
}

const audience = ({ communityId }: DealInCommunity) => ({ communityId })

interface Facts {
  rows: ReadonlyMap<string, DealRow>
  keepings: ReadonlyMap<string, DealManagementRow>
  now: Date
}

const loadFacts = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  messages: readonly DealInCommunity[],
): Promise<Facts> => {
  const ids = [...new Set(messages.map(({ dealId }) => dealId))]
  const [rows, keepings] = await Promise.all([findDealsById(db, ids), findDealManagement(db, ids)])
  return { rows: new Map(rows.map(row => [row.id, row])), keepings, now: clock.now() }
}

const presentFor = (actor: Actor, row: DealRow, { keepings, now }: Facts) =>
  presentDeal(actor, row, now, canManageDeal(actor, row) ? keepings.get(row.id) : undefined)

const dealLiveEvent = (
  name: 'deal.created' | 'deal.updated',
  event: 'ad.created' | 'ad.updated',
): AnyLiveEventDefinition =>
  defineLiveEvent({
    audience,
    load: loadFacts,
    name,
    messageFor: (actor, { dealId }, facts: Facts) => {
      const row = facts.rows.get(dealId)
      return row && actor.community.gooddeal && canSeeDeal(actor, row, facts.now)
        ? { event, data: presentFor(actor, row, facts) }
        : null
    },
  })

export const dealLiveEvents: readonly AnyLiveEventDefinition[] = [
  dealLiveEvent('deal.created', 'ad.created'),
  dealLiveEvent('deal.updated', 'ad.updated'),
  defineLiveEvent({
    audience,
    load: loadFacts,
    name: 'deal.hidden',
    messageFor: (actor, { dealId }, facts: Facts) => {
      const row = facts.rows.get(dealId)
      return row && canManageDeal(actor, row)
        ? { event: 'ad.updated', data: presentFor(actor, row, facts) }
        : { event: 'ad.deleted', data: { _id: dealId } }
    },
  }),
  defineLiveEvent({
    audience,
    name: 'deal.removed',
    messageFor: (actor, { dealId, ownership, wasListed }) =>
      wasListed || canManageDeal(actor, ownership) ? { event: 'ad.deleted', data: { _id: dealId } } : null,
  }),
]
