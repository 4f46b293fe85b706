import { useText } from '#web/kernel/text/i18n.ts'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import type { StableList } from '../feed.stable-list.ts'

/** New posts behind a pill, or already inserted; both are announced politely. */
export const NewPosts = ({ newCount, insertedCount, top, onShow }: Omit<StableList, 'ids'>) => {
  const { t } = useText()
  return (
    <NewItemsPill
      label={newCount > 0 ? t('feed.news', { count: newCount }) : null}
      announcement={insertedCount > 0 && <span key={top}>{t('feed.news.here', { count: insertedCount })}</span>}
      onShow={onShow}
    />
  )
}
