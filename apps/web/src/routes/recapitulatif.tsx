import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { LinkedDigestView } from '#web/features/digests/LinkedDigestView.tsx'
import { useTitle } from '#web/app/frame/title.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a digest's unsubscribe link, moved here from the URL's hash. */
    digest?: string
  }
}

const Screen = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  useTitle(t('notifications.digest'))
  // Removes the token from the URL, where it could be seen by others or in a screenshot.
  useEffect(() => {
    if (hash) void navigate({ to: '.', hash: '', state: { digest: hash }, replace: true })
  }, [hash, navigate])
  return <LinkedDigestView token={state.digest ?? hash} />
}

/** Unsubscribes from digest mails; opened by the unsubscribe link in each digest. */
export const Route = createFileRoute('/recapitulatif')({
  loader: () => loadTexts('notifications'),
  component: Screen,
})
