import { useEffect, useEffectEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from './toasts.ts'

/** Shows a toast that a list uses the filter of an earlier visit, with an action to show all; null shows none. */
export const useRestoredFilterToast = (message: string | null, onAll: () => void) => {
  const { t } = useText()
  const show = useEffectEvent((text: string) =>
    showToast({ text, action: { label: t('common.filter.seeall'), onClick: onAll } }),
  )
  useEffect(() => (message === null ? undefined : show(message)), [message])
}
