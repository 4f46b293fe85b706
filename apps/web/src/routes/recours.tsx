import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { LinkedDecisionView } from '#web/features/moderation/LinkedDecisionView.tsx'
import { useTitle } from './-frame/title.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a moderation mail's link, taken out of the hash on opening */
    appeal?: string
  }
}

const Screen = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  useTitle(t('rules.link.title'))
  // A token in the address bar could be read over a shoulder or end up in a screenshot.
  useEffect(() => {
    if (hash) void navigate({ to: '.', hash: '', state: { appeal: hash }, replace: true })
  }, [hash, navigate])
  return <LinkedDecisionView token={state.appeal ?? hash} />
}

/** A moderation decision opened by a mailed link, for members whom it has locked out. */
export const Route = createFileRoute('/recours')({
  loader: () => loadTexts('rules', 'entry'),
  component: Screen,
})
