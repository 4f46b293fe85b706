import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { CaseLists } from '#web/features/moderation/CaseLists.tsx'
import { readCaseListSearch } from '#web/features/moderation/list-target.ts'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { t } = useText()
  const navigate = Route.useNavigate()
  useTitle(t('moderation.title'))
  return (
    <>
      <TopBar title={t('moderation.title')} backTarget={{ to: '/gestion' }} />
      <Main>
        <CaseLists
          community={null}
          liste={Route.useSearch().liste}
          onListChange={search => void navigate({ search, replace: true, resetScroll: false })}
        />
      </Main>
    </>
  )
}

export const Route = createFileRoute('/gestion/signalements')({
  validateSearch: readCaseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    import('#web/features/moderation/prefetch.ts')
      .then(({ prefetchCases }) => prefetchCases(queryClient, null, deps.liste ? 'decided' : 'waiting'))
      .catch(() => {})
    return loadTexts('moderation')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
