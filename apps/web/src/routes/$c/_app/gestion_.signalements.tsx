import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { CaseLists } from '#web/features/moderation/CaseLists.tsx'
import { readCaseListSearch } from '#web/features/moderation/list-target.ts'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { requireAbility } from '#web/app/frame/route-guards.ts'
import { useMember, useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { t } = useText()
  const navigate = Route.useNavigate()
  const { community } = useMember()
  useTitle(t('moderation.title'), community.name)
  return (
    <>
      <TopBar title={t('moderation.title')} backTarget={{ to: '/$c/gestion', params: { c: community.customUri } }} />
      <Main>
        <CaseLists
          community={community}
          liste={Route.useSearch().liste}
          onListChange={search => void navigate({ search, replace: true, resetScroll: false })}
        />
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/gestion_/signalements')({
  validateSearch: readCaseListSearch,
  loaderDeps: ({ search }) => search,
  beforeLoad: visit => requireAbility(visit.context.session.abilities.runCommunity, visit),
  loader: ({ context: { queryClient, session }, deps }) => {
    import('#web/features/moderation/prefetch.ts')
      .then(({ prefetchCases }) => prefetchCases(queryClient, session.communityId, deps.liste ? 'decided' : 'waiting'))
      .catch(() => {})
    return loadTexts('moderation')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
