import { useEffect, useEffectEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from './toasts.ts'

/**
 * Says for a moment, in these words, that a list opened as it was narrowed at an earlier visit, and offers all; null
 * says nothing.
 */
export const useRememberedNote = (words: string | null, onAll: () => void) => {
  const { t } = useText()
  const tell = useEffectEvent((text: string) =>
    showToast({ text, action: { label: t('common.filter.seeall'), onClick: onAll } }),
  )
  useEffect(() => (words === null ? undefined : tell(words)), [words])
}
