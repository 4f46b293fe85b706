import { useEffect, useEffectEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from './toasts.ts'

/** Shows `message`, if not null, in a toast about a restored filter; the action of the toast shows the whole list. */
export const useRestoredFilterToast = (message: string | null, onShowAll: () => void) => {
  const { t } = useText()
  const show = useEffectEvent((text: string) =>
    showToast({ text, action: { label: t('common.filter.seeall'), onClick: onShowAll } }),
  )
  useEffect(() => (message === null ? undefined : show(message)), [message])
}
