import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown on an installation that has no community yet. */
export const NoCommunity = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useText()
  return (
    <BareScreen bar={<PublicBar />}>
      <EmptyState
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
