import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { DeskView, type DeskCounts } from '#web/features/admin/DeskView.tsx'
import { setWaiting, waitingCounter } from '#web/features/admin/waiting-count.ts'
import { communityQuery } from '#web/features/community/community.queries.ts'
import type { CasesCardProps } from '#web/features/moderation/CasesCard.tsx'
import { WaitingPart } from '#web/features/admin/WaitingPart.tsx'
import type { WaitingDealsProps } from '#web/features/deals/WaitingDeals.tsx'
import { useTitle } from '../../-frame/title.ts'
import { mustTakePart, searchText } from '../../-frame/entry.ts'
import { AskProof } from '../../-session/AskProof.tsx'

const app = getRouteApi('/$c/_app')

interface DealsThatWaitProps {
  community: WaitingDealsProps['community']
  /** Null if they could not be loaded. */
  onCount: (count: number | null) => void
}

/** Loaded beside the desk, which works without it. */
const DealsThatWait = ({ community, onCount }: DealsThatWaitProps) => {
  const [Section, setSection] = useState<ComponentType<WaitingDealsProps> | null>(null)
  const tellFailed = useEffectEvent(() => onCount(null))
  useEffect(() => {
    let left = false
    import('#web/features/deals/load-waiting-deals.ts')
      .then(({ loadWaitingDeals }) => loadWaitingDeals())
      .then(
        Loaded => !left && setSection(() => Loaded),
        () => !left && tellFailed(),
      )
    return () => {
      left = true
    }
  }, [])
  return Section && <Section community={community} onCount={onCount} />
}

/** The reports, with a skeleton until their module has loaded. */
const ReportsThatWait = (props: CasesCardProps) => {
  const [Section, setSection] = useState<ComponentType<CasesCardProps> | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  const tellFailed = useEffectEvent(() => props.onCount?.(null))
  useEffect(() => {
    let left = false
    import('#web/features/moderation/load-cases.ts')
      .then(({ loadCases }) => loadCases())
      .then(
        Loaded => !left && setSection(() => Loaded),
        () => {
          if (left) return
          setSection('failed')
          tellFailed()
        },
      )
    return () => {
      left = true
    }
  }, [attempt])
  const again = () => {
    setSection(null)
    setAttempt(before => before + 1)
  }
  if (Section === null || Section === 'failed') return <WaitingPart onRetry={Section ? again : null} />
  return <Section {...props} />
}

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { search = '' } = Route.useSearch()
  const { session } = Route.useRouteContext()
  const { writeDeals } = session.abilities
  const [counts, setCounts] = useState<DeskCounts>({ deals: writeDeals ? undefined : 0 })
  const tell = (of: keyof DeskCounts) => (count: number | null) => {
    setCounts(before => ({ ...before, [of]: count }))
    if (count !== null) setWaiting(count, of)
  }
  useTitle(t('admin.title'), community.name)
  return (
    <DeskView
      community={community}
      search={search}
      isWebmaster={session.abilities.runInstallation}
      ask={asking => <AskProof {...asking} />}
      counts={counts}
      waiting={
        <>
          <ReportsThatWait community={community} onCount={tell('reports')} />
          {writeDeals && <DealsThatWait community={community} onCount={tell('deals')} />}
        </>
      }
      onCommunityChanged={() =>
        void queryClient.query({ ...communityQuery(community.customUri), staleTime: 0 }).then(
          () => router.invalidate(),
          () => {},
        )
      }
      onSearch={words => void navigate({ search: { search: words || undefined }, replace: true, resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/$c/_app/gestion')({
  validateSearch: (raw: Record<string, unknown>): { search?: string } => ({
    search: searchText(raw, 'search'),
  }),
  beforeLoad: visit => mustTakePart(visit.context.session.abilities.runCommunity, visit),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // The screen renders its own skeleton. The prefetching modules are imported on demand, so that members without a
    // desk do not download them.
    import('#web/features/admin/ahead.ts')
      .then(({ askDesk }) => askDesk(queryClient, session.communityId, deps.search ?? ''))
      .catch(() => {})
    import('#web/features/moderation/ahead.ts')
      .then(({ askCases }) => askCases(queryClient, session.communityId, 'waiting'))
      .catch(() => {})
    return loadTexts('admin', 'entry', 'media')
  },
  staticData: {
    tab: {
      key: 'desk',
      position: 9,
      label: 'session.tab.desk',
      icon: 'clipboard-list',
      inRail: true,
      isOffered: (_, abilities) => abilities.runCommunity,
      news: waitingCounter,
    },
    innerOf: 'desk',
    roomy: true,
  },
  component: Screen,
})
