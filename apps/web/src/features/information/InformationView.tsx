import type { Community } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { IconLink } from '#web/ui/IconLink.tsx'
import { Main, ScreenHead } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { ForNeighbors } from './components/ForNeighbors.tsx'
import { Told } from './components/Told.tsx'
import { InformationWaiting } from './components/InformationWaiting.tsx'
import { informationQuery } from './information.queries.ts'

export interface InformationViewProps {
  community: Community
  /** Whether the viewer can print the poster. */
  printsPoster: boolean
}

/** The information page of a community, for members and guests. */
export const InformationView = ({ community, printsPoster }: InformationViewProps) => {
  const { t } = useText()
  const query = useQuery(informationQuery(community._id))
  const state = stateOf(query)
  const { data: told } = query
  const edit = { to: '/$c/gestion/communaute', params: { c: community.customUri } } as const
  return (
    <>
      <TopBar end={told?.abilities.edit && <IconLink icon="pencil" label={t('information.edit')} {...edit} />} />
      <Main>
        <ScreenHead title={t('information.title')}>
          {told?.abilities.edit && (
            <ButtonLink size="s" icon="pencil" {...edit}>
              {t('information.edit')}
            </ButtonLink>
          )}
        </ScreenHead>
        {state === 'waiting' && <InformationWaiting />}
        {state === 'failed' && <Failed query={query} title={t('information.failed')} />}
        {state === 'stale' && <LastSeen query={query} />}
        {told && state !== 'failed' && (
          <Told
            community={community}
            told={told}
            printsPoster={printsPoster}
            offer={!told.abilities.readWelcome && <ForNeighbors communityUri={community.customUri} />}
          />
        )}
      </Main>
    </>
  )
}
