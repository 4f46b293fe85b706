import { useText } from '#web/kernel/text/i18n.ts'
import { NewsPill } from '#web/ui/NewsPill.tsx'
import type { Shown } from '../feed.shown.ts'

/** New posts behind a pill, or already inserted; both are announced politely. */
export const NewPosts = ({ waiting, arrived, top, onShow }: Omit<Shown, 'ids'>) => {
  const { t } = useText()
  return (
    <NewsPill
      waiting={waiting > 0 ? t('feed.news', { count: waiting }) : null}
      arrived={arrived > 0 && <span key={top}>{t('feed.news.here', { count: arrived })}</span>}
      onShow={onShow}
    />
  )
}
