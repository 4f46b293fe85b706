import type { Person } from '@parvis/contract/profile.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { PersonAbout } from './components/PersonAbout.tsx'
import { PersonActs } from './components/PersonActs.tsx'
import { PersonHead } from './components/PersonHead.tsx'
import { PersonHome } from './components/PersonHome.tsx'
import { type PersonName, personQuery } from './person.queries.ts'
import { ProfileWaiting } from './ProfileWaiting.tsx'

export interface PersonViewProps {
  communityUri: string
  name: PersonName
  /** Opens the dialog that confirms blocking. */
  onBlock: (person: Person) => void
  /** Shown instead of the profile when the viewer has blocked this person; offers to unblock them. */
  blocked: (person: Person) => ReactNode
  /** Their posts, shown below the profile. */
  posts: (person: Person) => ReactNode
}

/** A person who does not exist and one the viewer may not see get the same page. */
const isNobody = (error: unknown) =>
  error instanceof ApiError && (error.key === 'error404' || error.key === 'forbidden')

/** Somebody's profile, as far as the viewer may see it. */
export const PersonView = ({ communityUri, name, onBlock, blocked, posts }: PersonViewProps) => {
  const { t } = useText()
  const query = useQuery(personQuery(name))
  const state = stateOf(query)
  const gone = isNobody(query.error)
  const person = gone ? null : query.data
  const feed = { to: '/$c/actualites', params: { c: communityUri } } as const
  return (
    <>
      <TopBar title={t('people.title')} as={person && !person.blocked ? 'p' : 'h1'} back={feed} />
      <Main>
        {state === 'waiting' && <ProfileWaiting />}
        {gone ? (
          <Empty
            picture="search"
            title={t('people.gone.title')}
            text={t('people.gone.text')}
            action={<ButtonLink {...feed}>{t('people.gone.back')}</ButtonLink>}
          />
        ) : (
          state === 'failed' && <Failed query={query} title={t('people.failed.title')} />
        )}
        {person && state === 'stale' && <LastSeen query={query} />}
        {person &&
          (person.blocked ? (
            <>
              {blocked(person)}
              <PersonActs person={person} onBlock={() => onBlock(person)} />
            </>
          ) : (
            <>
              <PersonHead
                person={person}
                communityUri={communityUri}
                writeTo={'pseudo' in name ? person.pseudo : person._id}
              />
              <PersonAbout person={person} />
              <PersonHome person={person} />
              <PersonActs person={person} onBlock={() => onBlock(person)} />
              {!person.nameAlone && posts(person)}
            </>
          ))}
      </Main>
    </>
  )
}
