import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ComponentType } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { DeskView } from '#web/rooms/admin/DeskView.tsx'
import { setWaiting, waitingCounter } from '#web/rooms/admin/waiting-count.ts'
import { communityQuery } from '#web/rooms/community/community.queries.ts'
import type { CasesCardProps } from '#web/rooms/moderation/CasesCard.tsx'
import type { WaitingDealsProps } from '#web/rooms/deals/WaitingDeals.tsx'
import { useTitle } from '../../-frame/title.ts'
import { mustBeOffered, searchText } from '../../-frame/entry.ts'

const app = getRouteApi('/$c/_app')

/** Fetched beside the desk, which stands without it. */
const DealsThatWait = ({ community }: { community: WaitingDealsProps['community'] }) => {
  const [Section, setSection] = useState<ComponentType<WaitingDealsProps> | null>(null)
  useEffect(() => {
    let left = false
    import('#web/rooms/deals/load-waiting-deals.ts')
      .then(({ loadWaitingDeals }) => loadWaitingDeals())
      .then(
        Loaded => !left && setSection(() => Loaded),
        () => {},
      )
    return () => {
      left = true
    }
  }, [])
  return Section && <Section community={community} onCount={count => setWaiting(count, 'deals')} />
}

/** The same for what was reported. */
const ReportsThatWait = ({ community }: { community: NonNullable<CasesCardProps['community']> }) => {
  const [Section, setSection] = useState<ComponentType<CasesCardProps> | null>(null)
  useEffect(() => {
    let left = false
    import('#web/rooms/moderation/load-cases.ts')
      .then(({ loadCases }) => loadCases())
      .then(
        Loaded => !left && setSection(() => Loaded),
        () => {},
      )
    return () => {
      left = true
    }
  }, [])
  return Section && <Section community={community} onCount={count => setWaiting(count, 'reports')} />
}

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { search = '' } = Route.useSearch()
  const { session } = Route.useRouteContext()
  useTitle(t('admin.title'), community.name)
  return (
    <DeskView
      community={community}
      search={search}
      isWebmaster={session.abilities.runInstallation}
      waiting={
        <>
          <ReportsThatWait community={community} />
          {session.abilities.writeDeals && <DealsThatWait community={community} />}
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
  beforeLoad: ({ context: { session }, params }) => {
    mustBeOffered(session.abilities.runCommunity, params)
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // the screen draws its own waiting; what is asked stays out of the first load of those who run nothing
    import('#web/rooms/admin/ahead.ts')
      .then(({ askDesk }) => askDesk(queryClient, session.communityId, deps.search ?? ''))
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
