import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { postQuery } from '#web/features/feed/post.queries.ts'
import { postCommunityQuery } from '#web/features/feed/shared-post.queries.ts'
import { loadSession } from './load.ts'

/**
 * Where a shared post leads: to its screen in the reader's community; who is not signed in, or elsewhere, to the log-in
 * of the community that it belongs to, and then on. Undefined where there is no such post, for who is not signed in.
 */
export const leadToPost = async (queryClient: QueryClient, id: string, here: string) => {
  const session = await loadSession(queryClient)
  if (session) {
    const atHome = redirect({
      to: '/$c/actualites/publication',
      params: { c: session.customUri },
      search: { id },
      replace: true,
    })
    // nobody tells who has yet to save their profile; the form leads on to it
    if (session.needUpdate || session.needSecondFactor) return atHome
    // posts of an organisation are read in all its communities; what could not be asked the screen tells
    const post = await queryClient.query(postQuery(id)).catch(() => undefined)
    if (post !== null) return atHome
    const community = await queryClient.query(postCommunityQuery(id)).catch(() => null)
    if (!community || community._id === session.communityId) return atHome
    return redirect({ to: '/$c/connexion', params: { c: community.customUri }, search: { next: here }, replace: true })
  }
  const community = await queryClient.query(postCommunityQuery(id))
  return community
    ? redirect({ to: '/$c/connexion', params: { c: community.customUri }, search: { next: here }, replace: true })
    : undefined
}
