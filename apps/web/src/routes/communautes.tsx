import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { CommunitiesView } from '#web/features/community/CommunitiesView.tsx'
import { readFindSearch } from '#web/features/community/find.search.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { t } = useText()
  const navigate = Route.useNavigate()
  const { nom = '', ville, rejoindre } = Route.useSearch()
  useTitle(t('find.title'))
  useEffect(() => {
    if (!rejoindre) return
    showToast({ kind: 'warning', text: t('find.selectcommunity'), cause: 'selectcommunity' })
    // Removes the parameter from the URL, so that going back does not show the toast again.
    void navigate({ search: { nom: nom || undefined, ville }, replace: true, resetScroll: false })
  }, [rejoindre, t, navigate, nom, ville])
  return (
    <CommunitiesView
      searchText={nom}
      townId={ville}
      onSearchText={text =>
        void navigate({ search: { nom: text || undefined, ville }, replace: true, resetScroll: false })
      }
      onClearTown={() => void navigate({ search: { nom: nom || undefined }, resetScroll: false })}
      onOpenMap={() => void navigate({ to: '/carte-communautes' })}
      onPick={c => void navigate({ to: '/$c', params: { c } })}
    />
  )
}

export const Route = createFileRoute('/communautes')({
  validateSearch: readFindSearch,
  loader: () => loadTexts('community'),
  component: Screen,
})
