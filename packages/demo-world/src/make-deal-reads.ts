import type { Deals } from './make-deals.ts'
import type { Members } from './make-members.ts'
import type { Posts } from './make-posts.ts'
import type { Seed } from './seed.ts'

export interface DealRead {
  dealId: string
  accountId: string
  kind: 'seen' | 'route'
}

const OTHER_VIEWERS = [8, 40] as const
/** Probability that somebody who answered a post about a deal has also started the route to the deal. */
const ROUTE_CHANCE = 0.4

/**
 * Who has opened the visible deals: everybody who answered a post about the deal, and some other members. Some of those
 * who answered have also started the route to the deal.
 */
export const makeDealReads = (
  { random: rootRandom }: Seed,
  { byCommunity }: Members,
  { deals }: Deals,
  { posts }: Posts,
): DealRead[] => {
  const random = rootRandom.fork('deal reads')
  const members = new Map([...byCommunity.values()].flat().map(member => [member.id, member]))
  return deals.flatMap(({ id: dealId, ownerId }) => {
    // The owner of the deal and the roles that may manage deals are not counted.
    const isCounted = ({ id, role }: { id: string; role: string }) =>
      id !== ownerId && (role === 'neighbor' || role === 'guest')
    const interested = posts
      .filter(post => post.dealId === dealId)
      .flatMap(({ answers }) => answers.flatMap(({ memberId }) => members.get(memberId) ?? []))
    const candidates = [...members.values()].filter(member => isCounted(member) && !member.canLogIn)
    const viewers = random.sample(candidates, interested.length + random.int(...OTHER_VIEWERS))
    const accounts = (people: readonly { accountId: string }[]) => [...new Set(people.map(one => one.accountId))]
    const seen = accounts([...interested.filter(isCounted), ...viewers])
    const routes = accounts(interested.filter(isCounted)).filter(() => random.chance(ROUTE_CHANCE))
    return [
      ...seen.map(accountId => ({ dealId, accountId, kind: 'seen' as const })),
      ...routes.map(accountId => ({ dealId, accountId, kind: 'route' as const })),
    ]
  })
}
