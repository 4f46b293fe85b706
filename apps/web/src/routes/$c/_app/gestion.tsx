import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { DeskView } from '#web/rooms/admin/DeskView.tsx'
import { waitingCounter } from '#web/rooms/admin/waiting-count.ts'
import { communityQuery } from '#web/rooms/community/community.queries.ts'
import { useTitle } from '../../-frame/title.ts'
import { mustBeOffered, searchText } from '../../-frame/entry.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { search = '' } = Route.useSearch()
  useTitle(t('admin.title'), community.name)
  return (
    <DeskView
      community={community}
      search={search}
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
