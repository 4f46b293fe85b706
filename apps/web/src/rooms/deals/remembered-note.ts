import { useEffect, useEffectEvent } from 'react'
import { useText } from '#web/kernel/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Says for a moment that a list opened with so many categories of an earlier visit, and offers all; none says nothing. */
export const useRememberedNote = (count: number, onAll: () => void) => {
  const { t } = useText()
  const tell = useEffectEvent(() => showToast({ text: t('deals.filter.remembered', { count }), action: { label: t('deals.filter.seeall'), onClick: onAll } }))
  useEffect(() => (count > 0 ? tell() : undefined), [count])
}
