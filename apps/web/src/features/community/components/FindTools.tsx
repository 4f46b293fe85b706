import { useEffect } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useLocateViewer } from '../use-near-me.ts'

/** Button that locates the viewer; a toast explains a failure. */
export const NearMeButton = () => {
  const { t } = useText()
  const { busy, error, locate } = useLocateViewer()
  const { kind, text } = error ?? {}
  useEffect(() => {
    if (kind && text) return showToast({ kind, text, cause: 'whereabouts' })
  }, [kind, text])
  return (
    <Button size="s" icon="locate" busy={busy} onClick={locate}>
      {busy ? t('find.near.busy') : t('find.near')}
    </Button>
  )
}
