import { createDigestLink } from '../../../apps/server/src/features/digests/digest-link.service.ts'
import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = async server => {
  const { id: userId, community_id: communityId } = await server.db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.id', 'u.community_id'])
    .where('a.email', '=', 'neighbor2@demo.example')
    .where('c.custom_uri', '=', 'les-tilleuls')
    .executeTakeFirstOrThrow()
  const token = await createDigestLink(server.platform, { communityId, userId })
  return [
    { name: 'digest-link', route: '/recapitulatif', path: `/recapitulatif#${token}` },
    { name: 'digest-link-over', route: '/recapitulatif', path: '/recapitulatif' },
  ]
}
