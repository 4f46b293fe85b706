import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { postQuery } from '#web/features/feed/post.queries.ts'
import { postCommunityQuery } from '#web/features/feed/shared-post.queries.ts'
import { loadSession } from './load.ts'

/**
 * The redirect for the link of a shared post: to the post in the viewer’s community, or to the log-in of the post’s
 * community, which then opens the post. Undefined for a visitor if the post does not exist.
 */
export const redirectToPost = async (queryClient: QueryClient, id: string, href: string) => {
  const session = await loadSession(queryClient)
  if (session) {
    const toOwnCommunity = redirect({
      to: '/$c/actualites/publication',
      params: { c: session.customUri },
      search: { id },
      replace: true,
    })
    // The API refuses members whose setup is incomplete; the setup then leads to the post.
    if (session.needUpdate || session.needSecondFactor) return toOwnCommunity
    // Posts of an organisation are visible in all its communities. After an error the post's screen shows the error.
    const post = await queryClient.query(postQuery(id)).catch(() => undefined)
    if (post !== null) return toOwnCommunity
    const community = await queryClient.query(postCommunityQuery(id)).catch(() => null)
    if (!community || community._id === session.communityId) return toOwnCommunity
    return redirect({ to: '/$c/connexion', params: { c: community.customUri }, search: { next: href }, replace: true })
  }
  const community = await queryClient.query(postCommunityQuery(id))
  return community
    ? redirect({ to: '/$c/connexion', params: { c: community.customUri }, search: { next: href }, replace: true })
    : undefined
}
