import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LinkedDecisionView } from '#web/features/moderation/LinkedDecisionView.tsx'
import { useTextTitle } from '#web/app/frame/screen.ts'
import { useSecretOfLink } from '#web/app/session/secret-of-link.ts'

const Screen = () => {
  useTextTitle('rules.link.title')
  return <LinkedDecisionView token={useSecretOfLink('appeal')} />
}

/** Shows a moderation decision to a member who cannot log in because of it; opened by a mailed link. */
export const Route = createFileRoute('/recours')({
  loader: () => loadTexts('moderation', 'entry'),
  component: Screen,
})
