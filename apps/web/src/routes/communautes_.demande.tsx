import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { RequestView } from '#web/features/community/RequestView.tsx'
import { useTitle } from '#web/app/frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('find.request.title'))
  return <RequestView />
}

export const Route = createFileRoute('/communautes_/demande')({
  // The texts of `entry` and `setup` contain the form's error messages.
  loader: () => loadTexts('find', 'entry', 'setup'),
  component: Screen,
})
