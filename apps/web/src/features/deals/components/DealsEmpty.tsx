import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export interface DealsEmptyProps {
  /** Whether a category filter is active. */
  isFiltered: boolean
  onShowAll: () => void
  onRefetch: () => void
}

export const DealsEmpty = ({ isFiltered, onShowAll, onRefetch }: DealsEmptyProps) => {
  const { t } = useText()
  return isFiltered ? (
    <EmptyState
      picture="search"
      title={t('deals.emptyfilter.title')}
      text={t('deals.emptyfilter.text')}
      action={<Button onClick={onShowAll}>{t('deals.emptyfilter.all')}</Button>}
    />
  ) : (
    <EmptyState
      picture="board"
      title={t('deals.empty.title')}
      text={t('deals.empty.text')}
      action={
        <Button icon="rotate-cw" onClick={onRefetch}>
          {t('deals.empty.again')}
        </Button>
      }
    />
  )
}
