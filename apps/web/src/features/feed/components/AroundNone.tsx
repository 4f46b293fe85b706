import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './AroundYou.module.css'

export interface AroundNoneProps {
  state: 'loading' | 'failed' | 'none'
  text: string
  /** The community in which the viewer can propose an event, and the link text; null when they cannot. */
  proposal: { to: string; text: string } | null
  onRetry: () => void
}

/** Loading, error and empty states of the events around the viewer, as high as the events. */
export const AroundNone = ({ state, text, proposal, onRetry }: AroundNoneProps) => {
  const { t } = useText()
  if (state === 'loading')
    return (
      <div className={css.none} role="status" aria-label={t('common.loading')}>
        <Skeleton shape="tile" />
        <div>
          <Skeleton width={70} />
          <Skeleton width={45} />
        </div>
      </div>
    )
  return (
    <div className={css.none}>
      <p>{state === 'failed' ? t('calendar.around.failed') : text}</p>
      {state === 'failed' ? (
        <Button size="s" icon="rotate-cw" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      ) : (
        proposal && (
          <ButtonLink size="s" icon="plus" to="/$c/actualites/instants-partage" params={{ c: proposal.to }}>
            {proposal.text}
          </ButtonLink>
        )
      )}
    </div>
  )
}
