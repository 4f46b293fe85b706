import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { LinkedDecisionView } from '#web/features/moderation/LinkedDecisionView.tsx'
import { useTitle } from './-frame/title.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** of the link in a mail of the team, which stands behind its # when it is opened, and nowhere after that */
    appeal?: string
  }
}

const Screen = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  useTitle(t('rules.link.title'))
  // what the address bar shows can be read over a shoulder, and ends up in a screenshot
  useEffect(() => {
    if (hash) void navigate({ to: '.', hash: '', state: { appeal: hash }, replace: true })
  }, [hash, navigate])
  return <LinkedDecisionView token={state.appeal ?? hash} />
}

/** The decision that a mailed link is about, for who was shut out by it. */
export const Route = createFileRoute('/recours')({
  loader: () => loadTexts('rules', 'entry'),
  component: Screen,
})
