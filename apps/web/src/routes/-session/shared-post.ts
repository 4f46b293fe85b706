import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { postQuery } from '#web/features/feed/post.queries.ts'
import { postCommunityQuery } from '#web/features/feed/shared-post.queries.ts'
import { loadSession } from './load.ts'

/**
 * The redirect of a shared post: to its screen in the viewer's community, otherwise to the log-in of the post's
 * community and from there to the post. Undefined if there is no such post and nobody is signed in.
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
    // A member whose setup is incomplete cannot be checked yet; the setup leads on to the post.
    if (session.needUpdate || session.needSecondFactor) return toOwnCommunity
    // Posts of an organisation are visible in all its communities. After a failure the screen itself shows the error.
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
