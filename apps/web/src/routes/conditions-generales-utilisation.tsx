import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { TermsView } from '#web/features/terms/TermsView.tsx'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  useTextTitle('terms.title')
  return <TermsView />
}

export const Route = createFileRoute('/conditions-generales-utilisation')({
  loader: () => loadTexts('terms'),
  component: Screen,
})
