import { flagDeal, type Deal } from '@parvis/contract/deals.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { showToast } from '#web/ui/toasts.ts'
import { WayAct, Ways } from '#web/ui/Ways.tsx'
import { titleOf } from '../deal-facts.ts'
import type * as Asking from './FlagDeal.tsx'

// apart from what is done with it: the bundler would put that inside its own watch over the import
const loadAsking = () => import('./FlagDeal.tsx')

/** What is seldom done with a deal of somebody else. */
export const DealActs = ({ deal, communityUri }: { deal: Deal; communityUri: string }) => {
  const { t, language, explain } = useText()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<typeof Asking | null>(null)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (reason: string) =>
      call(flagDeal, { params: { id: deal._id }, body: { ...(reason.trim() && { reason: reason.trim() }) } }),
    onSuccess: () =>
      showToast({
        text: t('deals.flag.done'),
        action: {
          label: t('deals.flag.next'),
          onClick: () => void navigate({ to: '/$c/regles', params: { c: communityUri } }),
        },
      }),
    onError: error => showToast({ kind: 'error', text: explain(error) }),
  })
  if (!deal.abilities.flag || isSuccess) return null
  return (
    <>
      <Ways label={t('deals.flag')}>
        <WayAct
          plain
          icon="flag"
          title={t('deals.flag')}
          busy={isPending}
          onAct={() => void loadAsking().then(part => setAsking(part), onLostPart)}
        />
      </Ways>
      {asking && (
        <asking.FlagDeal
          name={titleOf(language, deal)}
          onClose={() => setAsking(null)}
          onFlag={reason => {
            setAsking(null)
            mutate(reason)
          }}
        />
      )}
    </>
  )
}
