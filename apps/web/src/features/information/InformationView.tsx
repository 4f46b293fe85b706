import type { Community } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { IconLink } from '#web/ui/IconLink.tsx'
import { Main, ScreenHeader } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { ForNeighbors } from './components/ForNeighbors.tsx'
import { InformationContent } from './components/InformationContent.tsx'
import { InformationSkeleton } from './components/InformationSkeleton.tsx'
import { informationQuery } from './information.queries.ts'

export interface InformationViewProps {
  community: Community
  /** Whether the viewer can print the poster. */
  canPrintPoster: boolean
}

/** The information page of a community, for members and guests. */
export const InformationView = ({ community, canPrintPoster }: InformationViewProps) => {
  const { t } = useText()
  const query = useQuery(informationQuery(community._id))
  const state = viewStateOf(query)
  const { data: information } = query
  const edit = { to: '/$c/gestion/communaute', params: { c: community.customUri } } as const
  return (
    <>
      <TopBar
        endContent={information?.abilities.edit && <IconLink icon="pencil" label={t('information.edit')} {...edit} />}
      />
      <Main>
        <ScreenHeader title={t('information.title')}>
          {information?.abilities.edit && (
            <ButtonLink size="s" icon="pencil" {...edit}>
              {t('information.edit')}
            </ButtonLink>
          )}
        </ScreenHeader>
        {state === 'waiting' && <InformationSkeleton />}
        {state === 'failed' && <LoadError query={query} title={t('information.failed')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        {information && state !== 'failed' && (
          <InformationContent
            community={community}
            information={information}
            canPrintPoster={canPrintPoster}
            registerInvitation={
              !information.abilities.readWelcome && <ForNeighbors communityUri={community.customUri} />
            }
          />
        )}
      </Main>
    </>
  )
}
