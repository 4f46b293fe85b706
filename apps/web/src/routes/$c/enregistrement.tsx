import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { AppSkeleton } from '#web/features/community/AppSkeleton.tsx'
import { ProfileFormView } from '#web/features/profile/ProfileFormView.tsx'
import { endsSession, startSession, useLogOut, useSwitch } from '#web/features/session/session.mutations.ts'
import { clearSession } from '#web/features/session/session.queries.ts'
import { showToast } from '#web/ui/toasts.ts'
import { isInCommunity, readNext } from '#web/app/session/guards.ts'
import { enterCommunity, loadSession } from '#web/app/session/load.ts'
import { offerPushAfterSave } from '#web/app/session/offer-push.ts'
import { useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { t, explain } = useText()
  const router = useRouter()
  const queryClient = useQueryClient()
  const navigate = Route.useNavigate()
  const community = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const { next, page } = Route.useSearch()
  const logOut = useLogOut()
  const switchCommunity = useSwitch()
  useTitle(t('entry.profile.title'), community.name)
  const params = { c: community.customUri }

  const onSaved = (user: SessionUser) => {
    startSession(queryClient, user)
    import('#web/app/session/after-log-in.ts')
      .then(({ afterLogIn }) => afterLogIn(queryClient, router, user))
      .catch(() => {})
    offerPushAfterSave(user)
    router.history.replace(next ?? `/${user.customUri}/actualites`)
  }
  const onPendingApproval = () => {
    void clearSession(queryClient, true).then(() =>
      navigate({ to: '/$c/connexion', params, search: { next }, state: { popup: 'popup4' }, replace: true }),
    )
  }
  const showError = (error: unknown) => showToast({ kind: 'error', text: explain(error) })
  const endSession = (ended?: 'noswitch') =>
    logOut.mutate(undefined, {
      onSuccess: () => {
        void navigate(
          ended
            ? { to: '/$c/connexion', params, search: { ended }, replace: true }
            : { to: '/$c', params, replace: true },
        )
      },
      onError: showError,
    })
  const switchTo = ({ communityId }: SessionUser['memberships'][number]) =>
    switchCommunity.mutate(
      { communityId },
      { onError: error => (endsSession(error) ? endSession('noswitch') : showError(error)) },
    )
  // Renders nothing after log-out, which clears the cache: a rendered form would request its data again.
  if (logOut.isSuccess) return null
  return (
    <ProfileFormView
      community={community}
      session={session}
      page={page ?? 1}
      onPageChange={to => {
        if (to !== (page ?? 1))
          void navigate({ to: '.', search: { next, page: to === 2 ? 2 : undefined }, replace: to === 1 })
      }}
      onSaved={onSaved}
      onPendingApproval={onPendingApproval}
      otherMemberships={session.memberships.filter(({ communityId }) => communityId !== session.communityId)}
      onSwitch={switchTo}
      onLogOut={() => endSession()}
    />
  )
}

export const Route = createFileRoute('/$c/enregistrement')({
  validateSearch: (raw: Record<string, unknown>): { next?: string; page?: 2 } => ({
    ...readNext(raw),
    page: raw.page === 2 ? 2 : undefined,
  }),
  beforeLoad: async ({ context: { queryClient }, params: { c }, search: { next } }) => {
    const session = await loadSession(queryClient)
    if (!session) throw redirect({ to: '/$c/connexion', params: { c }, search: { next }, replace: true })
    if (session.needSecondFactor)
      throw redirect({
        to: '/$c/double-authentification',
        params: { c: session.customUri },
        search: { next },
        replace: true,
      })
    if (!session.needUpdate) throw redirect({ to: '/$c/actualites', params: { c: session.customUri }, replace: true })
    if (!isInCommunity(session, c))
      throw redirect({ to: '/$c/enregistrement', params: { c: session.customUri }, replace: true })
    return { session }
  },
  loader: visit => {
    const { queryClient } = visit.context
    // A dynamic import keeps the query out of the initial bundle, because only members who see the form need it.
    import('#web/features/profile/profile.queries.ts')
      .then(({ firstProfileQuery }) => queryClient.query(firstProfileQuery()))
      .catch(() => {})
    return enterCommunity(visit, visit.params.c, 'session', 'entry', 'media')
  },
  component: Screen,
  pendingComponent: AppSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
