import { useText } from '#web/kernel/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { share } from '../share-deal.ts'

export const ShareButton = ({ title, path }: { title: string; path: string }) => {
  const { t } = useText()
  const offer = async () => {
    const url = new URL(path, location.origin).href
    const outcome = await share(title, url)
    if (outcome === 'copied') showToast({ text: t('deals.share.copied') })
    if (outcome === 'failed') showToast({ kind: 'warning', text: t('deals.share.failed', { url }) })
  }
  return <IconButton icon="share-2" label={t('deals.share')} onClick={() => void offer()} />
}
