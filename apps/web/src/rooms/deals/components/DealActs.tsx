import { flagDeal, type Deal } from '@parvis/contract/deals.ts'
import { useState } from 'react'
import { acknowledged, call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useReport } from '#web/ui/use-report.tsx'
import { WayAct, Ways } from '#web/ui/Ways.tsx'
import { titleOf } from '../deal-facts.ts'

/** What is seldom done with a deal of somebody else. */
export const DealActs = ({ deal, communityUri }: { deal: Deal; communityUri: string }) => {
  const { t, language } = useText()
  const { report, asking } = useReport(communityUri)
  const [isReported, setIsReported] = useState(false)
  const { _id: id, abilities } = deal
  const ask = () =>
    report({
      kind: 'deal',
      id,
      name: titleOf(language, deal),
      send: async reason => {
        const answer = acknowledged(await call(flagDeal, { params: { id }, body: reason }))
        setIsReported(true)
        return answer
      },
    })
  return (
    <>
      {abilities.flag && !isReported && (
        <Ways label={t('deals.flag')}>
          <WayAct plain icon="flag" title={t('deals.flag')} busy={false} onAct={ask} />
        </Ways>
      )}
      {asking}
    </>
  )
}
