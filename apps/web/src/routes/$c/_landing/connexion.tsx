import { createFileRoute, getRouteApi, redirect, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { LogInDialog } from '#web/rooms/session/LogInDialog.tsx'
import { isOf, readEnded } from '../../-session/guards.ts'
import { useTitle } from '../../-frame/title.ts'

const landing = getRouteApi('/$c/_landing')

const Screen = () => {
  const { t } = useText()
  const router = useRouter()
  const navigate = Route.useNavigate()
  const community = landing.useLoaderData()
  const { session } = Route.useRouteContext()
  const { next, ended } = Route.useSearch()
  useTitle(t('session.login.title'), community.name)
  return (
    <LogInDialog
      community={community}
      ended={ended}
      session={session}
      onClose={() => {
        // a guest goes on looking around where they were
        if (next && session && isOf(session, community.customUri)) router.history.replace(next)
        // the door stays open to where they were going
        else void navigate({ to: '/$c', params: { c: community.customUri }, search: { next }, replace: true })
      }}
      onStay={home => void navigate({ to: '/$c/actualites', params: { c: home }, replace: true })}
      onEntered={user => {
        import('#web/rooms/publish/draft-store.ts').then(({ forgetDrafts }) => forgetDrafts(user._id)).catch(() => {})
        router.history.replace(next ?? `/${user.customUri}/actualites`)
      }}
    />
  )
}

export const Route = createFileRoute('/$c/_landing/connexion')({
  validateSearch: readEnded,
  beforeLoad: ({ context: { session }, params: { c }, search: { next } }) => {
    // a guest may log in
    if (session && session.role !== 'guest' && isOf(session, c))
      throw redirect({ href: next ?? `/${session.customUri}/actualites`, replace: true })
  },
  loader: () => loadTexts('session'),
  component: Screen,
})
