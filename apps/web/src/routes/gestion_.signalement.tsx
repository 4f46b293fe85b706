import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { caseTitle } from '#web/rooms/moderation/case-words.ts'
import { CaseSheet } from '#web/rooms/moderation/CaseSheet.tsx'
import { caseQuery } from '#web/rooms/moderation/moderation.queries.ts'
import { searchText } from './-frame/entry.ts'
import { Installation, mustRunInstallation } from './-frame/Installation.tsx'
import { useTitle } from './-frame/title.ts'

const back = { to: '/gestion' } as const

const Screen = () => {
  const { t } = useText()
  const { session } = Route.useRouteContext()
  const { id } = Route.useSearch()
  const { data: one } = useQuery({ ...caseQuery(id), enabled: false })
  const title = one ? caseTitle(one, t) : t('moderation.case')
  useTitle(title)
  return (
    <Installation title={title} back={back}>
      <CaseSheet key={id} id={id} reader={session} back={back} />
    </Installation>
  )
}

export const Route = createFileRoute('/gestion_/signalement')({
  validateSearch: (raw: Record<string, unknown>): { id: string } => ({ id: searchText(raw, 'id') ?? '' }),
  beforeLoad: async ({ context: { queryClient }, search }) => {
    const session = await mustRunInstallation(queryClient)
    if (!search.id) throw redirect({ ...back, replace: true })
    return { session }
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    import('#web/rooms/moderation/ahead.ts').then(({ askCase }) => askCase(queryClient, deps.id)).catch(() => {})
    return loadTexts('moderation', 'rules', 'admin', 'session')
  },
  component: Screen,
})
