import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { RequestView } from '#web/features/community/RequestView.tsx'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  useTextTitle('find.request.title')
  return <RequestView />
}

export const Route = createFileRoute('/communautes_/demande')({
  // The texts of `entry` and `setup` contain the form's error messages.
  loader: () => loadTexts('community', 'entry', 'setup'),
  component: Screen,
})
