import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { DeskView, type OpenTaskCounts } from '#web/features/admin/DeskView.tsx'
import { setOpenTaskCount, openTaskCounter } from '#web/features/admin/open-task-count.ts'
import { communityQuery } from '#web/features/community/community.queries.ts'
import type { CasesCardProps } from '#web/features/moderation/CasesCard.tsx'
import { ReportsSkeleton } from '#web/features/admin/ReportsSkeleton.tsx'
import type { PendingDealsProps } from '#web/features/deals/PendingDeals.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'
import { requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'
import { ProofPrompt } from '#web/app/session/ProofPrompt.tsx'

interface PendingDealsSectionProps {
  community: PendingDealsProps['community']
  /** Called with the number of pending deals; null if they could not be loaded. */
  onCount: (count: number | null) => void
}

/** Loaded separately, so that the team's screen works even if this section fails to load. */
const PendingDealsSection = ({ community, onCount }: PendingDealsSectionProps) => {
  const [Section, setSection] = useState<ComponentType<PendingDealsProps> | null>(null)
  const reportFailure = useEffectEvent(() => onCount(null))
  useEffect(() => {
    import('#web/features/deals/load-pending-deals.ts')
      .then(({ loadPendingDeals }) => loadPendingDeals())
      .then(Loaded => setSection(() => Loaded), reportFailure)
  }, [])
  return Section && <Section community={community} onCount={onCount} />
}

const PendingReportsSection = (props: CasesCardProps) => {
  const [Section, setSection] = useState<ComponentType<CasesCardProps> | 'failed' | null>(null)
  const [retryCount, setRetryCount] = useState(0)
  const reportFailure = useEffectEvent(() => props.onCount?.(null))
  useEffect(() => {
    import('#web/features/moderation/load-cases.ts')
      .then(({ loadCasesCard }) => loadCasesCard())
      .then(
        Loaded => setSection(() => Loaded),
        () => {
          setSection('failed')
          reportFailure()
        },
      )
  }, [retryCount])
  const retry = () => {
    setSection(null)
    setRetryCount(before => before + 1)
  }
  if (Section === null || Section === 'failed') return <ReportsSkeleton onRetry={Section ? retry : null} />
  return <Section {...props} />
}

const Screen = () => {
  const { community, session } = useMember()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { search = '' } = Route.useSearch()
  const { writeDeals } = session.abilities
  const [counts, setCounts] = useState<OpenTaskCounts>({ deals: writeDeals ? undefined : 0 })
  const countSetter = (kind: keyof OpenTaskCounts) => (count: number | null) => {
    setCounts(before => ({ ...before, [kind]: count }))
    if (count !== null) setOpenTaskCount(count, kind)
  }
  useTextTitle('admin.title', community)
  return (
    <DeskView
      community={community}
      search={search}
      isWebmaster={session.abilities.runInstallation}
      renderProofPrompt={asking => <ProofPrompt {...asking} />}
      openTaskCounts={counts}
      reports={
        <>
          <PendingReportsSection community={community} onCount={countSetter('reports')} />
          {writeDeals && <PendingDealsSection community={community} onCount={countSetter('deals')} />}
        </>
      }
      onCommunityChanged={() =>
        void queryClient.query({ ...communityQuery(community.customUri), staleTime: 0 }).then(
          () => router.invalidate(),
          () => {},
        )
      }
      onSearch={text => void navigate({ search: { search: text || undefined }, replace: true, resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/$c/_app/gestion')({
  validateSearch: (raw: Record<string, unknown>): { search?: string } => ({
    search: readSearchParam(raw, 'search'),
  }),
  beforeLoad: visit => requireAbility(visit.context.session.abilities.runCommunity, visit),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // A dynamic import, so that only members of the team download the code that prefetches.
    import('#web/features/admin/admin.queries.ts')
      .then(({ deskQuery, invitationsQuery, membersQuery }) =>
        Promise.all([
          queryClient.query(deskQuery(session.communityId)),
          queryClient.infiniteQuery(invitationsQuery(session.communityId)),
          queryClient.infiniteQuery(membersQuery(session.communityId, deps.search ?? '')),
        ]),
      )
      .catch(() => {})
    import('#web/features/moderation/prefetch.ts')
      .then(({ prefetchCases }) => prefetchCases(queryClient, session.communityId, 'waiting'))
      .catch(() => {})
    return loadTexts('admin', 'entry', 'media')
  },
  staticData: {
    tab: {
      key: 'desk',
      position: 9,
      label: 'session.tab.desk',
      icon: 'clipboard-list',
      railOnly: true,
      isOffered: (_, abilities) => abilities.runCommunity,
      newItemsCounter: openTaskCounter,
    },
    innerOf: 'desk',
    usesAsideSpace: true,
  },
  component: Screen,
})
