import { makeChats } from './make-chats.ts'
import { makeCommunities } from './make-communities.ts'
import { makeDealReads } from './make-deal-reads.ts'
import { makeDeals } from './make-deals.ts'
import { makeMembers } from './make-members.ts'
import { makePosts } from './make-posts.ts'
import { makeTemplates } from './make-templates.ts'
import { createRandom } from './random.ts'
import type { Seed } from './seed.ts'

const SEED = 74_000

/**
 * The demo world as plain values: the city of Annecy with four communities, their people, templates, good deals and
 * feeds. Deterministic for a given `now`.
 */
export const makeWorld = ({ now, idAt }: Pick<Seed, 'now' | 'idAt'>) => {
  const seed = { random: createRandom(SEED), now, idAt }
  const communities = makeCommunities(seed)
  const templates = makeTemplates(seed)
  const members = makeMembers(seed, communities.communities)
  const deals = makeDeals(seed, communities, members, templates)
  const posts = makePosts(seed, { communities, templates, members, deals })
  const chats = makeChats(seed, members, posts)
  const dealReads = makeDealReads(seed, members, deals, posts)
  return { communities, templates, members, deals, posts, chats, dealReads }
}
