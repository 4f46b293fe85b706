import { flagDeal, type Deal } from '@parvis/contract/deals.ts'
import { useState } from 'react'
import { acknowledged, call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useFrame } from '#web/ui/frame-context.ts'
import { useReport } from '#web/ui/use-report.tsx'
import { WayAct, Ways } from '#web/ui/Ways.tsx'
import { titleOf } from '../deal-facts.ts'

export interface DealActsProps {
  deal: Deal
  communityUri: string
  /** Guests get the button too, and learn at the tap how to become a member. */
  isGuest: boolean
}

/** Rare actions on somebody else’s deal. */
export const DealActs = ({ deal, communityUri, isGuest }: DealActsProps) => {
  const { t, language } = useText()
  const { refuse = () => {} } = useFrame()
  const { report, asking } = useReport(communityUri)
  const [isReported, setIsReported] = useState(false)
  const { _id: id, abilities } = deal
  const ask = () =>
    report({
      kind: 'deal',
      id,
      name: titleOf(language, deal),
      send: async why => {
        const answer = acknowledged(await call(flagDeal, { params: { id }, body: why }))
        setIsReported(true)
        return answer
      },
    })
  return (
    <>
      {(abilities.flag || isGuest) && !isReported && (
        <Ways label={t('deals.flag')}>
          <WayAct plain icon="flag" title={t('deals.flag')} busy={false} onAct={isGuest ? refuse : ask} />
        </Ways>
      )}
      {asking}
    </>
  )
}
