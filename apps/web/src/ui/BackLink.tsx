import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import type { Target } from './frame-context.ts'
import { IconLink } from './IconLink.tsx'

/** Goes back in the history; opens `target` if this screen is the first in the history. */
export const BackLink = ({ target }: { target: Target }) => {
  const { t } = useText()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = (event: MouseEvent) => {
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.back()
  }
  return <IconLink icon="arrow-left" label={t('common.back')} {...target} onClick={goBack} />
}
