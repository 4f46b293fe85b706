import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, redirect, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '@parvis/contract/session.ts'
import { loadTexts, withTexts } from '#web/kernel/text/i18n.ts'
import { findLinkKey } from '#web/features/session/link-keys.ts'
import type { Popup } from '#web/features/session/login-errors.ts'
import { LogInDialog } from '#web/features/session/LogInDialog.tsx'
import { type SessionEndReason, sessionKeys } from '#web/features/session/session.queries.ts'
import { SwitchDialog } from '#web/features/session/SwitchDialog.tsx'
import { isInCommunity, canSwitchTo, readEnded, readRegister } from '#web/app/session/guards.ts'
import { useTextTitle } from '#web/app/frame/screen.ts'

const ReturnDialog = lazy(async () => ({
  default: (await withTexts(import('#web/features/leaving/ReturnDialog.tsx'), 'leaving')).ReturnDialog,
}))

const GoodbyeDialog = lazy(async () => ({
  default: (await withTexts(import('#web/features/leaving/GoodbyeDialog.tsx'), 'leaving')).GoodbyeDialog,
}))

const landing = getRouteApi('/$c/_landing')

const sessionEndReasons: readonly SessionEndReason[] = [
  'logout',
  'elsewhere',
  'password',
  'switch',
  'staff',
  'deletion',
  'left',
  'data',
  'noswitch',
]

const Screen = () => {
  const router = useRouter()
  const queryClient = useQueryClient()
  const navigate = Route.useNavigate()
  const community = landing.useLoaderData()
  const { session } = Route.useRouteContext()
  const { c } = Route.useParams()
  const { next, ended: endedParam, register } = Route.useSearch()
  const ended = sessionEndReasons.find(reason => reason === endedParam)
  const { token, back, popup, apple, goodbye } = useLocation({ select: ({ state }) => state })
  /** Whether to show the log-in form although the signed-in account could switch to this community. */
  const [isOtherAccount, setIsOtherAccount] = useState(false)
  useTextTitle('entry.login.title', community)

  const close = () => {
    // A guest of this community returns to the screen they came from.
    if (next && session && isInCommunity(session, community.customUri)) router.history.replace(next)
    // A member of both returns to the community of the session: this screen would ask again whether to switch.
    else if (session && canSwitchTo(session, c)) stay(session.customUri)
    // `next` remains in the URL, so that a later log-in still leads to that screen.
    else void navigate({ to: '/$c', params: { c: community.customUri }, search: { next }, replace: true })
  }
  const stay = (customUri: string) => void navigate({ to: '/$c/actualites', params: { c: customUri }, replace: true })
  const clearState = () => void navigate({ to: '.', search: true, state: {}, replace: true })
  const onPopupClosed = (closedPopup: Popup) => {
    if (popup) clearState()
    // A member signed in to another community has just joined this community, and may switch without logging in.
    if (closedPopup !== 'popup1' || !session) return
    queryClient.removeQueries({ queryKey: sessionKeys.current })
    void router.invalidate()
  }
  const onAppleClosed = () => {
    setIsOtherAccount(true)
    clearState()
  }
  const onLoggedIn = (user: SessionUser) => {
    import('#web/features/session/clear-member-data.ts')
      .then(({ clearUnsent }) => clearUnsent(user._id))
      .catch(() => {})
    import('#web/app/session/after-log-in.ts')
      .then(({ afterLogIn }) => afterLogIn(queryClient, router, user))
      .catch(() => {})
    // If the profile is not saved yet, the route guards redirect to the profile form first.
    router.history.replace(next ?? `/${user.customUri}/actualites`)
  }

  if (goodbye && !session)
    return (
      <Suspense>
        <GoodbyeDialog
          community={community}
          goodbye={goodbye}
          isAccountDeleted={ended === 'deletion'}
          onClose={close}
          onLogIn={() => void navigate({ to: '.', search: {}, state: {}, replace: true })}
        />
      </Suspense>
    )
  if (token && back)
    return (
      <Suspense>
        <ReturnDialog
          community={community}
          token={token}
          onClose={() => void navigate({ to: '/$c', params: { c: community.customUri }, replace: true })}
          onLogIn={clearState}
        />
      </Suspense>
    )
  if (session && canSwitchTo(session, c) && !token && !apple && !isOtherAccount)
    return (
      <SwitchDialog
        community={community}
        session={session}
        endReason={ended}
        onClose={close}
        onStay={stay}
        onOtherAccount={() => setIsOtherAccount(true)}
        next={next}
      />
    )
  return (
    <LogInDialog
      community={community}
      endReason={ended}
      session={session}
      token={token ?? null}
      linkKey={findLinkKey(c, community.customUri, community._id)}
      opensRegistration={register ?? false}
      popup={popup ?? null}
      appleOutcome={apple ?? null}
      next={next}
      onClose={close}
      onStay={stay}
      onLinkDone={clearState}
      onPopupRead={onPopupClosed}
      onAppleOutcomeRead={onAppleClosed}
      onEntered={onLoggedIn}
    />
  )
}

export const Route = createFileRoute('/$c/_landing/connexion')({
  validateSearch: (raw: Record<string, unknown>) => ({ ...readEnded(raw), ...readRegister(raw) }),
  beforeLoad: ({ context: { session }, params: { c }, search: { next }, location }) => {
    // Members of this community are redirected; a guest may log in, and a link with a token always opens the dialog.
    if (session && session.role !== 'guest' && isInCommunity(session, c) && !location.state.token)
      throw redirect({ href: next ?? `/${session.customUri}/actualites`, replace: true })
  },
  loader: () => loadTexts('session', 'entry'),
  component: Screen,
})
