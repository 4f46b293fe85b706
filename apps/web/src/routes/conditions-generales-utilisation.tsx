import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { TermsView } from '#web/features/terms/TermsView.tsx'
import { useTitle } from '#web/app/frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('terms.title'))
  return <TermsView />
}

export const Route = createFileRoute('/conditions-generales-utilisation')({
  loader: () => loadTexts('terms'),
  component: Screen,
})
