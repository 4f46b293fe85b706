import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/stored.ts'
import { defaultCommunityQuery } from '#web/rooms/community/community.queries.ts'
import { loadSession } from './-load.ts'

/** Where a shared post leads: its screen in the reader's community; who is not signed in is asked to first, and then led on. */
export const leadToPost = async (queryClient: QueryClient, id: string | undefined, here: string) => {
  const session = await loadSession(queryClient)
  if (session && id) return redirect({ to: '/$c/actualites/publication', params: { c: session.customUri }, search: { id }, replace: true })
  const c = stored('neighborhoodUri') ?? (await queryClient.query(defaultCommunityQuery()).catch(() => null))?.customUri
  if (c && id) return redirect({ to: '/$c/connexion', params: { c }, search: { next: here }, replace: true })
  return redirect({ to: '/', replace: true })
}
