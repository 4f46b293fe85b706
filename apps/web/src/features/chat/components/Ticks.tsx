import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import typography from '#web/ui/typography.module.css'
import css from './Ticks.module.css'

export type DeliveryState = 'pending' | 'sent' | 'received' | 'read' | 'refused'

const icons = {
  pending: 'clock',
  sent: 'check',
  received: 'check-check',
  read: 'check-check',
  refused: 'circle-alert',
} as const

/** Delivery state of a message of the viewer: an icon with a text for screen readers. */
export const Ticks = ({ state, group = false }: { state: DeliveryState; group?: boolean }) => {
  const { t } = useText()
  return (
    <span className={css.ticks} data-state={state}>
      <Icon name={icons[state]} size="s" />
      <span className={typography.hidden}>
        {t(state === 'read' && group ? 'messages.state.read.all' : `messages.state.${state}`)}
      </span>
    </span>
  )
}
