import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'

export interface DealsEmptyProps {
  /** Whether a category filter is active. */
  narrowed: boolean
  onAll: () => void
  onAgain: () => void
}

export const DealsEmpty = ({ narrowed, onAll, onAgain }: DealsEmptyProps) => {
  const { t } = useText()
  return narrowed ? (
    <Empty
      picture="search"
      title={t('deals.emptyfilter.title')}
      text={t('deals.emptyfilter.text')}
      action={<Button onClick={onAll}>{t('deals.emptyfilter.all')}</Button>}
    />
  ) : (
    <Empty
      picture="board"
      title={t('deals.empty.title')}
      text={t('deals.empty.text')}
      action={
        <Button icon="rotate-cw" onClick={onAgain}>
          {t('deals.empty.again')}
        </Button>
      }
    />
  )
}
