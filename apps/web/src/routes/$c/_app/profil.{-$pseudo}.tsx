import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate, type NavigateFn } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { profileName } from '#web/features/profile/person-name.ts'
import { personQuery } from '#web/features/profile/person.queries.ts'
import { PersonView } from '#web/features/profile/PersonView.tsx'
import { OwnBlockNotice } from '#web/app/blocks/OwnBlockNotice.tsx'
import { useBlock } from '#web/app/blocks/use-block.tsx'
import { requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'
import { useMember, useTitle } from '#web/app/frame/screen.ts'

/** The member's posts load after the profile; if they fail to load, the profile is shown without them. */
const PersonPosts = lazy(() =>
  import('#web/features/feed/PersonPosts.tsx').then(
    ({ PersonPosts: Posts }) => ({ default: Posts }),
    () => ({ default: () => null }),
  ),
)

/** Reads the raw query instead of `validateSearch`, which would add more code to the initial bundle. */
const personKeyFrom = (params: { pseudo?: string }, search: Record<string, unknown>) =>
  params.pseudo === undefined ? { userId: readSearchParam(search, 'userId') ?? '' } : { pseudo: params.pseudo }

const Screen = () => {
  const { t } = useText()
  const { community, session } = useMember()
  const personKey = personKeyFrom(Route.useParams(), Route.useSearch())
  const { data: person } = useQuery({ ...personQuery(personKey), enabled: false })
  const { askToBlock, dialog } = useBlock()
  useTitle(person ? profileName(person) : t('people.title'), community.name)
  // The viewer's own profile has a separate screen.
  if (person === null) return <Navigate to="/$c/mon-profil" params={{ c: community.customUri }} replace />
  return (
    <>
      <PersonView
        key={JSON.stringify(personKey)}
        communityUri={community.customUri}
        personKey={personKey}
        onBlock={askToBlock}
        renderBlockedNotice={who => <OwnBlockNotice pseudoOrId={who._id} knownPerson={who} fallback={null} />}
        renderPosts={who => (
          <Suspense>
            <PersonPosts person={who} community={community} me={session} onBlock={askToBlock} />
          </Suspense>
        )}
      />
      {dialog}
    </>
  )
}

export const Route = createFileRoute('/$c/_app/profil/{-$pseudo}')({
  loader: visit => {
    const { context, params, location } = visit
    requireAbility(context.session.abilities.openProfiles, { ...visit, navigate: visit.navigate as NavigateFn })
    context.queryClient.query(personQuery(personKeyFrom(params, location.search))).catch(() => {})
    return loadTexts('profile', 'feed', 'blocks')
  },
  staticData: { innerOf: 'live' },
  component: Screen,
})
