import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { CitiesView } from '#web/features/community/CitiesView.tsx'
import { readFindSearch } from '#web/features/community/find.search.ts'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const navigate = Route.useNavigate()
  const { nom = '' } = Route.useSearch()
  useTextTitle('find.cities.title')
  return (
    <CitiesView
      searchText={nom}
      onSearchText={text => void navigate({ search: { nom: text || undefined }, replace: true, resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/villes')({
  validateSearch: readFindSearch,
  loader: () => loadTexts('community'),
  component: Screen,
})
