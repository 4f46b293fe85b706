import { useText } from '#web/kernel/text/i18n.ts'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import type { StableList } from '../feed.stable-list.ts'

/** Button that shows new posts, or the notice that they were inserted; screen readers announce both. */
export const NewPosts = ({ newCount, insertedCount, newestShownId, onShow }: Omit<StableList, 'ids'>) => {
  const { t } = useText()
  return (
    <NewItemsPill
      label={newCount > 0 ? t('feed.news', { count: newCount }) : null}
      announcement={
        insertedCount > 0 && <span key={newestShownId}>{t('feed.news.here', { count: insertedCount })}</span>
      }
      onShow={onShow}
    />
  )
}
