import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { CommunitiesMapDialog } from '#web/features/community/CommunitiesMapDialog.tsx'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const navigate = Route.useNavigate()
  useTextTitle('find.map.title')
  return (
    <CommunitiesMapDialog
      onClose={() => void navigate({ to: '/communautes', replace: true })}
      onPick={c => void navigate({ to: '/$c', params: { c } })}
    />
  )
}

export const Route = createFileRoute('/carte-communautes')({
  loader: () => loadTexts('community'),
  component: Screen,
})
