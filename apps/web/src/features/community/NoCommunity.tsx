import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'
import { Empty } from '#web/ui/Empty.tsx'

/** Shown on an installation that has no community yet. */
export const NoCommunity = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useText()
  return (
    <BareScreen bar={<OuterBar />}>
      <Empty
        picture="door"
        level={1}
        title={t('find.none.title')}
        text={t('find.none.text')}
        action={
          <Button kind="primary" icon="rotate-cw" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      />
    </BareScreen>
  )
}
