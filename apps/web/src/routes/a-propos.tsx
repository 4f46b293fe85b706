import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { AboutView } from '#web/features/about/AboutView.tsx'
import { useTitle } from '#web/app/frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('about.title'))
  return <AboutView />
}

export const Route = createFileRoute('/a-propos')({
  loader: () => loadTexts('about'),
  component: Screen,
})
