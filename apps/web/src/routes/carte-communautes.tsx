import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { CommunitiesMapDialog } from '#web/features/community/CommunitiesMapDialog.tsx'
import { useTitle } from '#web/app/frame/title.ts'

const Screen = () => {
  const { t } = useText()
  const navigate = Route.useNavigate()
  useTitle(t('find.map.title'))
  return (
    <CommunitiesMapDialog
      onClose={() => void navigate({ to: '/communautes', replace: true })}
      onPick={c => void navigate({ to: '/$c', params: { c } })}
    />
  )
}

export const Route = createFileRoute('/carte-communautes')({
  loader: () => loadTexts('find', 'map'),
  component: Screen,
})
