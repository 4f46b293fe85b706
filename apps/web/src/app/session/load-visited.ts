import type { Community } from '@parvis/contract/community.ts'
import { redirect } from '@tanstack/react-router'
import { isInCommunity } from './guards.ts'
import { enterCommunity, loadSession } from './load.ts'

/** Loads a community for visitors: members are redirected to their own screen, and a closed one needs a log-in. */
export const loadVisited = async (
  visit: Parameters<typeof enterCommunity>[0] & { params: { c: string } },
  screen: 'vie-locale' | 'informations',
  isOpen: (community: Community) => boolean,
): Promise<Community> => {
  const { c } = visit.params
  const session = await loadSession(visit.context.queryClient)
  if (session && isInCommunity(session, c)) throw redirect({ to: `/$c/${screen}`, params: { c }, replace: true })
  const community = await enterCommunity(visit, c, 'community')
  if (community.isPrivate || !isOpen(community))
    throw redirect({
      to: '/$c/connexion',
      params: { c },
      search: { next: `/${community.customUri}/${screen}` },
      replace: true,
    })
  return community
}
