import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'deals-publish-from-far-away',
    breaks: 'Who opens a good deal that their community does not show is not offered to publish from it',
    file: 'apps/server/src/features/deals/deals.service.ts',
    find: 'abilities.publish && actor !== null && (await isDealInCommunity(db, actor.communityId, row.id))',
    replace: 'abilities.publish && actor !== null',
    heldBy: 'apps/server/src/abilities.test.ts',
  },
  {
    name: 'deals-author-approves',
    breaks: 'An advertiser does not approve their own deal',
    file: 'apps/server/src/features/deals/decide-on-deal.service.ts',
    find: 'if (!canModerate(actor, place)) return',
    replace: 'if (!canModerate(actor, place) && actor.userId !== row.user_id) return',
  },
  {
    name: 'deals-stale-decision',
    breaks: 'A decision on a deal that was changed since it was read is refused',
    file: 'apps/server/src/features/deals/decide-on-deal.service.ts',
    find: 'version === undefined || version === row.version',
    replace: 'version === undefined || version <= row.version',
  },
  {
    name: 'deals-private-deal-shown',
    breaks: 'A deal that a private community keeps to itself is shown to nobody of another community',
    file: 'apps/server/src/features/deals/deals.policy.ts',
    find: 'deal.nearby || !deal.is_private || actor?.communityId === deal.community_id',
    replace: 'deal.nearby || !deal.is_private || actor !== null',
  },
  {
    name: 'deals-hidden-stays-listed',
    breaks: 'A deal that the team has hidden is in no list',
    file: 'apps/server/src/features/deals/deal-visibility.service.ts',
    find: 'd.approved_at is not null and d.hidden_at is null and not exists (',
    replace: 'd.approved_at is not null and not exists (',
    heldBy: 'apps/server/src/features/moderation/',
  },
  {
    name: 'deals-retry-stored-twice',
    breaks: 'A deal that is sent twice under one name is stored once',
    file: 'apps/server/src/features/deals/create-deal.service.ts',
    find: '          tmp_id: tmpId,\n',
    replace: '          tmp_id: null,\n',
  },
]
