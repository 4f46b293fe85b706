import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { ApiError } from '#web/kernel/http/api.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { defaultCommunityQuery } from '#web/features/community/community.queries.ts'
import { NoCommunity } from '#web/features/community/NoCommunity.tsx'
import { lastCommunityUri, loadSession } from '#web/app/session/load.ts'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Start = () => {
  const router = useRouter()
  useTextTitle('find.none.title')
  return <NoCommunity onRetry={() => void router.invalidate()} />
}

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const session = await loadSession(queryClient)
    const last = session?.customUri ?? lastCommunityUri()
    const { vers } = location.search as { vers?: unknown }
    // Also without a session, because the requested screen opens after the log-in.
    const shortcut =
      last &&
      typeof vers === 'string' &&
      (await import('#web/app/session/start-redirect.ts')).redirectFromStart(vers, last)
    if (shortcut) throw shortcut
    if (session) throw redirect({ to: '/$c/actualites', params: { c: session.customUri }, replace: true })
    if (last) throw redirect({ to: '/$c', params: { c: last }, replace: true })
    const community = await queryClient.query(defaultCommunityQuery()).catch((error: unknown) => {
      if (error instanceof ApiError && error.key === 'error404') return null
      throw error
    })
    if (community) throw redirect({ to: '/$c', params: { c: community.customUri }, replace: true })
    const { communitiesQuery } = await import('#web/features/community/find.queries.ts')
    const { pages } = await queryClient.infiniteQuery(communitiesQuery({ name: '', here: null }))
    if (pages[0]?.docs.length) throw redirect({ to: '/communautes', replace: true })
  },
  loader: () => loadTexts('community'),
  component: Start,
})
