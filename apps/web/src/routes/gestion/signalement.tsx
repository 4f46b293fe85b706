import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, redirect } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { caseTitle } from '#web/features/moderation/case-text.ts'
import { CaseSheet } from '#web/features/moderation/CaseSheet.tsx'
import { caseQuery } from '#web/features/moderation/moderation.queries.ts'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { readSearchParam } from '#web/app/frame/route-guards.ts'
import { useTitle } from '#web/app/frame/screen.ts'

const installation = getRouteApi('/gestion')
const back = { to: '/gestion' } as const

const Screen = () => {
  const { t } = useText()
  const { session } = installation.useRouteContext()
  const { id } = Route.useSearch()
  const { data: moderationCase } = useQuery({ ...caseQuery(id), enabled: false })
  const title = moderationCase ? caseTitle(moderationCase, t) : t('moderation.case')
  useTitle(title)
  return (
    <>
      <TopBar title={title} backTarget={back} />
      <Main>
        <CaseSheet key={id} id={id} viewer={session} communityUri={null} back={back} />
      </Main>
    </>
  )
}

export const Route = createFileRoute('/gestion/signalement')({
  validateSearch: (raw: Record<string, unknown>): { id: string } => ({ id: readSearchParam(raw, 'id') ?? '' }),
  beforeLoad: ({ search }) => {
    if (!search.id) throw redirect({ ...back, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    import('#web/features/moderation/prefetch.ts')
      .then(({ prefetchCase }) => prefetchCase(queryClient, deps.id))
      .catch(() => {})
    // The texts of `admin` explain why the last member of the team cannot be excluded.
    return loadTexts('moderation', 'admin')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
