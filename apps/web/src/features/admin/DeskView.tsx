import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { deskQuery } from './admin.queries.ts'
import { InstallationCard } from './components/InstallationCard.tsx'
import { Invitations } from './components/Invitations.tsx'
import { KeyCard } from './components/KeyCard.tsx'
import { Members } from './components/Members.tsx'
import { LogoCard } from './components/LogoCard.tsx'
import { PendingMembers } from './components/PendingMembers.tsx'
import { DeskSummary, type OpenTaskCounts } from './components/DeskSummary.tsx'
import css from './DeskView.module.css'
import type { DeskCommunity } from './desk-community.ts'

export type { OpenTaskCounts }

/** Placeholder that reserves the width of the members count while it loads. */
const PLACEHOLDER_MEMBERS_COUNT = 100

export interface DeskViewProps {
  community: DeskCommunity
  /** Search text that filters the members; with an empty text, all members are listed. */
  search: string
  onSearch: (search: string) => void
  /** Called after the logo was changed, so that all queries that show the community are refetched. */
  onCommunityChanged: () => void
  /** Whether the viewer administers the whole installation too. */
  isWebmaster: boolean
  renderProofPrompt: RenderProofPrompt
  /** The card of open reports, shown below the pending members. */
  reports?: ReactNode
  openTaskCounts: OpenTaskCounts
}

/** The desk (management screen) of a community's team: open tasks, members, registration key, invitations. */
export const DeskView = ({
  community,
  search,
  onSearch,
  onCommunityChanged,
  isWebmaster,
  renderProofPrompt,
  reports,
  openTaskCounts,
}: DeskViewProps) => {
  const { t } = useText()
  const query = useQuery(deskQuery(community._id))
  const state = viewStateOf(query)
  const [isInviteFormOpen, setIsInviteFormOpen] = useState(false)
  const invitations = useRef<HTMLHeadingElement>(null)
  const invite = () => {
    // The page must be long enough before it scrolls.
    flushSync(() => setIsInviteFormOpen(true))
    invitations.current?.scrollIntoView({ block: 'start' })
    invitations.current?.focus({ preventScroll: true })
  }
  const { data: desk } = query
  return (
    <>
      <TopBar
        title={t('admin.title')}
        backTarget={{ to: '/$c/actualites', params: { c: community.customUri } }}
        endContent={
          desk && (
            <Button kind="tint" size="s" icon="user-plus" onClick={invite}>
              {t('admin.invite')}
            </Button>
          )
        }
      />
      <Main>
        {state === 'failed' && <LoadError query={query} title={t('admin.failed.title')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        {state !== 'failed' && (
          <>
            <p className={css.intro}>
              <span className={desk ? undefined : css.pending}>
                {t('admin.intro', {
                  count: desk?.membersCount ?? PLACEHOLDER_MEMBERS_COUNT,
                  name: community.name,
                })}{' '}
              </span>
              <DeskSummary people={desk?.waitingCount} {...openTaskCounts} />
            </p>
            <div className={css.container}>
              <div className={css.desk}>
                {desk && (
                  <PendingMembers
                    communityId={community._id}
                    longestPending={desk.waiting}
                    pendingCount={desk.waitingCount}
                  />
                )}
                {reports}
                {desk ? (
                  <>
                    <Members community={community} search={search} onSearch={onSearch} />
                    <div className={css.side}>
                      <KeyCard community={community} registerKey={desk.registerKey} />
                      <LogoCard community={community} onChanged={onCommunityChanged} />
                      <Invitations
                        headingRef={invitations}
                        community={community}
                        desk={desk}
                        renderProofPrompt={renderProofPrompt}
                        isInviteFormOpen={isInviteFormOpen}
                        onInviteFormOpenChange={setIsInviteFormOpen}
                      />
                      {isWebmaster && <InstallationCard />}
                    </div>
                  </>
                ) : (
                  <>
                    <SkeletonCard photo={false} />
                    <SkeletonCard photo={false} silent />
                  </>
                )}
              </div>
            </div>
          </>
        )}
      </Main>
    </>
  )
}
