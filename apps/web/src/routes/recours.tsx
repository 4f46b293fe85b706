import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { LinkedDecisionView } from '#web/features/moderation/LinkedDecisionView.tsx'
import { useTitle } from '#web/app/frame/title.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of the link in a moderation mail, moved here from the URL's hash. */
    appeal?: string
  }
}

const Screen = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  useTitle(t('rules.link.title'))
  // Removes the token from the URL, where it could be seen by others or in a screenshot.
  useEffect(() => {
    if (hash) void navigate({ to: '.', hash: '', state: { appeal: hash }, replace: true })
  }, [hash, navigate])
  return <LinkedDecisionView token={state.appeal ?? hash} />
}

/** Shows a moderation decision to a member who cannot log in because of it; opened by a mailed link. */
export const Route = createFileRoute('/recours')({
  loader: () => loadTexts('rules', 'entry'),
  component: Screen,
})
