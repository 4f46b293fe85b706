import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LinkedDigestView } from '#web/features/digests/LinkedDigestView.tsx'
import { useTextTitle } from '#web/app/frame/screen.ts'
import { useSecretOfLink } from '#web/app/session/secret-of-link.ts'

const Screen = () => {
  useTextTitle('notifications.digest')
  return <LinkedDigestView token={useSecretOfLink('digest')} />
}

/** Unsubscribes from digest mails; opened by the unsubscribe link in each digest. */
export const Route = createFileRoute('/recapitulatif')({
  loader: () => loadTexts('notifications'),
  component: Screen,
})
