import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadTexts, withTexts } from '#web/kernel/text/i18n.ts'
import { MyProfileView } from '#web/features/profile/MyProfileView.tsx'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { requireAbility } from '#web/app/frame/route-guards.ts'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'
import { offerPushAfterSave } from '#web/app/session/offer-push.ts'
import { useGoBack } from '#web/app/frame/use-go-back.ts'

// Loaded lazily, so that the profile does not wait for the section at the end of the screen.
const AccountDeparture = lazy(async () => ({
  default: (await withTexts(import('#web/app/session/AccountDeparture.tsx'), 'leaving')).AccountDeparture,
}))

const Screen = () => {
  const { community } = useMember()
  const { session, queryClient } = Route.useRouteContext()
  const back = { to: '/$c/actualites', params: { c: community.customUri } } as const
  useTextTitle('profile.title', community)
  const leave = useGoBack(back)
  return (
    <MyProfileView
      community={community}
      me={session}
      back={back}
      onSaved={user => {
        // Updates the session in the cache, because the frame shows the name and picture of the session.
        queryClient.setQueryData(sessionKeys.current, user)
        offerPushAfterSave(user)
        leave()
      }}
      onLeave={leave}
      belowForm={
        <Suspense>
          <AccountDeparture community={community} session={session} />
        </Suspense>
      }
    />
  )
}

export const Route = createFileRoute('/$c/_app/mon-profil')({
  beforeLoad: visit => requireAbility(visit.context.session.abilities.editProfile, visit),
  loader: () => loadTexts('profile', 'entry', 'media'),
  staticData: { innerOf: 'me' },
  component: Screen,
})
