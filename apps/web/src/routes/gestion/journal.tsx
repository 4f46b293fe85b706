import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { AuditView } from '#web/features/audit/AuditView.tsx'
import { auditQuery } from '#web/features/audit/audit.queries.ts'
import { auditParamsOf, withoutUnknownAct } from '#web/features/audit/audit.params.ts'
import { readAuditSearch } from '#web/features/audit/audit.search.ts'
import { useTextTitle } from '#web/app/frame/screen.ts'

const installation = getRouteApi('/gestion')

const Screen = () => {
  const navigate = Route.useNavigate()
  useTextTitle('audit.title')
  return (
    <AuditView
      community={installation.useLoaderData()}
      search={withoutUnknownAct(Route.useSearch())}
      onSearchChange={change =>
        // Input may be faster than rendering, so each change is merged into the latest search parameters.
        void navigate({
          search: before => readAuditSearch({ ...before, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

export const Route = createFileRoute('/gestion/journal')({
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    // Not awaited: the screen renders its own skeleton.
    queryClient.infiniteQuery(auditQuery(auditParamsOf(deps))).catch(() => {})
    return loadTexts('audit')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
