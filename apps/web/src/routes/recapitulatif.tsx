import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { LinkedDigestView } from '#web/features/digests/LinkedDigestView.tsx'
import { useTitle } from './-frame/title.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a digest's unsubscribe link, taken out of the hash on opening */
    digest?: string
  }
}

const Screen = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  useTitle(t('notifications.digest'))
  // A token in the address bar could be read over a shoulder or end up in a screenshot.
  useEffect(() => {
    if (hash) void navigate({ to: '.', hash: '', state: { digest: hash }, replace: true })
  }, [hash, navigate])
  return <LinkedDigestView token={state.digest ?? hash} />
}

/** The target of the link in digest mails, to unsubscribe. */
export const Route = createFileRoute('/recapitulatif')({
  loader: () => loadTexts('notifications'),
  component: Screen,
})
