import type { Person } from '@parvis/contract/profile.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { PersonAbout } from './components/PersonAbout.tsx'
import { PersonActions } from './components/PersonActions.tsx'
import { PersonHeader } from './components/PersonHeader.tsx'
import { PersonHome } from './components/PersonHome.tsx'
import { type PersonKey, personQuery } from './person.queries.ts'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'

export interface PersonViewProps {
  communityUri: string
  personKey: PersonKey
  /** Opens the dialog that confirms blocking. */
  onBlock: (person: Person) => void
  /** Renders the notice that replaces the profile of a person whom the viewer has blocked, with a way to unblock. */
  renderBlockedNotice: (person: Person) => ReactNode
  /** Renders the person's posts, shown below the profile. */
  renderPosts: (person: Person) => ReactNode
}

/** Whether the not-found page is shown: a person whom the viewer may not see is treated like one who does not exist. */
const isNotFoundError = (error: unknown) =>
  error instanceof ApiError && (error.key === 'error404' || error.key === 'forbidden')

/** Somebody's profile, as far as the viewer may see it. */
export const PersonView = ({ communityUri, personKey, onBlock, renderBlockedNotice, renderPosts }: PersonViewProps) => {
  const { t } = useText()
  const query = useQuery(personQuery(personKey))
  const state = viewStateOf(query)
  const isNotFound = isNotFoundError(query.error)
  const person = isNotFound ? null : query.data
  const feedLink = { to: '/$c/actualites', params: { c: communityUri } } as const
  return (
    <>
      <TopBar title={t('people.title')} as={person && !person.blocked ? 'p' : 'h1'} backTarget={feedLink} />
      <Main>
        {state === 'waiting' && <ProfileSkeleton />}
        {isNotFound ? (
          <EmptyState
            picture="search"
            title={t('people.gone.title')}
            text={t('people.gone.text')}
            action={<ButtonLink {...feedLink}>{t('people.gone.back')}</ButtonLink>}
          />
        ) : (
          state === 'failed' && <LoadError query={query} title={t('people.failed.title')} />
        )}
        {person && state === 'stale' && <LastUpdated query={query} />}
        {person &&
          (person.blocked ? (
            <>
              {renderBlockedNotice(person)}
              <PersonActions person={person} onBlock={() => onBlock(person)} />
            </>
          ) : (
            <>
              <PersonHeader
                person={person}
                communityUri={communityUri}
                conversationKey={'pseudo' in personKey ? person.pseudo : person._id}
              />
              <PersonAbout person={person} />
              <PersonHome person={person} />
              <PersonActions person={person} onBlock={() => onBlock(person)} />
              {!person.nameAlone && renderPosts(person)}
            </>
          ))}
      </Main>
    </>
  )
}
