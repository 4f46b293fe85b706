import { flagDeal, type Deal } from '@parvis/contract/deals.ts'
import { useState } from 'react'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useFrame } from '#web/ui/frame-context.ts'
import { useReport } from '#web/ui/use-report.tsx'
import { ActionButton, ActionList } from '#web/ui/ActionList.tsx'
import { titleOf } from '../deal-facts.ts'

export interface DealActionsProps {
  deal: Deal
  communityUri: string
  /** Whether the viewer is a guest; for guests the report button explains how to become a member. */
  isGuest: boolean
}

/**
 * List with the button to report a deal; renders nothing when the viewer may not report the deal or has just reported
 * it.
 */
export const DealActions = ({ deal, communityUri, isGuest }: DealActionsProps) => {
  const { t, language } = useText()
  const { explainRefusal = () => {} } = useFrame()
  const { report, dialog } = useReport(communityUri)
  const [isReported, setIsReported] = useState(false)
  const { _id: id, abilities } = deal
  const askReason = () =>
    report({
      kind: 'deal',
      id,
      name: titleOf(language, deal),
      send: async reason => {
        const answer = assertAcknowledged(await call(flagDeal, { params: { id }, body: reason }))
        setIsReported(true)
        return answer
      },
    })
  return (
    <>
      {(abilities.flag || isGuest) && !isReported && (
        <ActionList label={t('deals.flag')}>
          <ActionButton
            plain
            icon="flag"
            title={t('deals.flag')}
            busy={false}
            onAct={isGuest ? explainRefusal : askReason}
          />
        </ActionList>
      )}
      {dialog}
    </>
  )
}
