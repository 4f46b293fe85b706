import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { alertCategoriesOf, chosenAlertNames } from '../alert-choices.ts'
import { alertChoicesQuery } from '../notifications.queries.ts'
import css from './ChosenAlerts.module.css'

export interface ChosenAlertsProps {
  ids: readonly string[]
  /** Whether alerts are on for all posts, so that the selection has no effect. */
  isInactive: boolean
  onAdd: () => void
  onRemove: (id: string) => void
}

/** The chosen templates and categories, each removable, with a button to add more. */
export const ChosenAlerts = ({ ids, isInactive, onAdd, onRemove }: ChosenAlertsProps) => {
  const { t, language } = useText()
  const choices = useQuery(alertChoicesQuery())
  const items = chosenAlertNames(alertCategoriesOf(choices.data ?? [], language), ids)
  if (isInactive && ids.length === 0) return null
  return (
    <div className={css.chosen}>
      {isInactive && <p>{t('notifications.alerts.kept')}</p>}
      {ids.length === 0 && <p>{t('notifications.alerts.nothing')}</p>}
      <ul aria-label={t('notifications.alerts.chosen')}>
        {items.map(({ id, name }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <button type="button" aria-label={t('notifications.alerts.remove', { name })} onClick={() => onRemove(id)}>
              <Icon name="x" size="s" />
            </button>
          </li>
        ))}
        {!isInactive && (
          <li className={css.add}>
            <Button size="s" icon="plus" onClick={onAdd}>
              {t('notifications.alerts.add')}
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}
