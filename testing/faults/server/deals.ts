import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'deals-publish-from-far-away',
    breaks: 'Members cannot publish from a good deal that their community does not show',
    file: 'apps/server/src/features/deals/deals.service.ts',
    find: 'abilities.publish && actor !== null && (await isDealInCommunity(db, actor.communityId, row.id))',
    replace: 'abilities.publish && actor !== null',
    heldBy: 'apps/server/src/abilities.test.ts',
  },
  {
    name: 'deals-author-approves',
    breaks: 'Advertisers cannot approve their own deals',
    file: 'apps/server/src/features/deals/decide-on-deal.service.ts',
    find: 'if (!canModerate(actor, place)) return',
    replace: 'if (!canModerate(actor, place) && actor.userId !== row.user_id) return',
  },
  {
    name: 'deals-stale-decision',
    breaks: 'A decision on a deal that has changed since it was read is refused',
    file: 'apps/server/src/features/deals/decide-on-deal.service.ts',
    find: 'version === undefined || version === row.version',
    replace: 'version === undefined || version <= row.version',
  },
  {
    name: 'deals-private-deal-shown',
    breaks: 'A deal that a private community does not share is visible to no other community',
    file: 'apps/server/src/features/deals/deals.policy.ts',
    find: 'deal.nearby || !deal.is_private || actor?.communityId === deal.community_id',
    replace: 'deal.nearby || !deal.is_private || actor !== null',
  },
  {
    name: 'deals-hidden-stays-listed',
    breaks: 'A deal that the team has hidden appears in no list',
    file: 'apps/server/src/features/deals/deal-visibility.service.ts',
    find: 'd.approved_at is not null and d.hidden_at is null and not exists (',
    replace: 'd.approved_at is not null and not exists (',
    heldBy: 'apps/server/src/features/moderation/',
  },
  {
    name: 'deals-retry-stored-twice',
    breaks: 'A deal that is sent twice with the same idempotency key is stored once',
    file: 'apps/server/src/features/deals/create-deal.service.ts',
    find: '      tmp_id: tmpId,\n',
    replace: '      tmp_id: null,\n',
  },
]
