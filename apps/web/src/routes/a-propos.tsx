import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { AboutView } from '#web/features/about/AboutView.tsx'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  useTextTitle('about.title')
  return <AboutView />
}

export const Route = createFileRoute('/a-propos')({
  loader: () => loadTexts('about'),
  component: Screen,
})
