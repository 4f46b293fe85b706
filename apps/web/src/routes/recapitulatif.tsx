import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { LinkedDigestView } from '#web/features/digests/LinkedDigestView.tsx'
import { useTitle } from './-frame/title.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** of the link in a digest, which stands behind its # when it is opened, and nowhere after that */
    digest?: string
  }
}

const Screen = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  useTitle(t('notifications.digest'))
  // what the address bar shows can be read over a shoulder, and ends up in a screenshot
  useEffect(() => {
    if (hash) void navigate({ to: '.', hash: '', state: { digest: hash }, replace: true })
  }, [hash, navigate])
  return <LinkedDigestView token={state.digest ?? hash} />
}

/** Where the link of a digest leads: to stop them. */
export const Route = createFileRoute('/recapitulatif')({
  loader: () => loadTexts('notifications'),
  component: Screen,
})
