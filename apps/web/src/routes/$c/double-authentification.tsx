import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { AppSkeleton } from '#web/features/community/AppSkeleton.tsx'
import { startSession, useLogOut } from '#web/features/session/session.mutations.ts'
import { FactorView } from '#web/features/settings/FactorView.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { isInCommunity, readNext } from '#web/app/session/guards.ts'
import { enterCommunity, loadSession } from '#web/app/session/load.ts'
import { useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { t, explain } = useText()
  const router = useRouter()
  const queryClient = useQueryClient()
  const navigate = Route.useNavigate()
  const community = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const { next } = Route.useSearch()
  const logOut = useLogOut()
  useTitle(t('factor.setup.title'), community.name)
  const onDone = () => {
    const user = { ...session, needSecondFactor: false }
    startSession(queryClient, user)
    import('#web/app/session/after-log-in.ts')
      .then(({ afterLogIn }) => afterLogIn(queryClient, router, user))
      .catch(() => {})
    router.history.replace(next ?? `/${user.customUri}/actualites`)
  }
  const onLogOut = () =>
    logOut.mutate(undefined, {
      onSuccess: () => void navigate({ to: '/$c', params: { c: community.customUri }, replace: true }),
      onError: error => showToast({ kind: 'error', text: explain(error) }),
    })
  if (logOut.isSuccess) return null
  return (
    <FactorView
      community={community}
      ownerName={session.pseudo || community.name}
      isLoggingOut={logOut.isPending}
      onLogOut={onLogOut}
      onDone={onDone}
    />
  )
}

export const Route = createFileRoute('/$c/double-authentification')({
  validateSearch: readNext,
  beforeLoad: async ({ context: { queryClient }, params: { c }, search: { next } }) => {
    const session = await loadSession(queryClient)
    if (!session) throw redirect({ to: '/$c/connexion', params: { c }, search: { next }, replace: true })
    if (!session.needSecondFactor)
      throw redirect({ to: '/$c/actualites', params: { c: session.customUri }, replace: true })
    if (!isInCommunity(session, c))
      throw redirect({ to: '/$c/double-authentification', params: { c: session.customUri }, replace: true })
    return { session }
  },
  loader: visit => enterCommunity(visit, visit.params.c, 'session', 'second-factor'),
  component: Screen,
  pendingComponent: AppSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
