import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useChooseAlerts } from '../notifications.mutations.ts'
import { alertsQuery, alertStatusQuery } from '../notifications.queries.ts'

export interface AlertToggleProps {
  /** Absent when the toggle is for the whole category. */
  templateId?: string
  categoryId: string
  name: string
}

/**
 * Turns notifications about a template, or about a whole category, on or off. It is disabled while the category of the
 * template is chosen, or while alerts are on for all posts. Its texts are those of the feature `notifications`.
 */
export const AlertToggle = ({ templateId, categoryId, name }: AlertToggleProps) => {
  const { t } = useText()
  const alerts = useQuery(alertsQuery())
  const status = useQuery(alertStatusQuery())
  const choose = useChooseAlerts()
  const id = templateId ?? categoryId
  const chosen = alerts.data?.includes(id) ?? false
  const isByCategory = id !== categoryId && (alerts.data?.includes(categoryId) ?? false)
  const all = status.data?.status === 'all'
  const on = chosen || isByCategory
  return (
    <IconButton
      icon={on || all ? 'bell-check' : 'bell'}
      kind={on || all ? 'solid' : 'plain'}
      label={
        all
          ? t('notifications.toggle.all')
          : isByCategory
            ? t('notifications.toggle.category', { name })
            : t(chosen ? 'notifications.toggle.off' : 'notifications.toggle.on', { name })
      }
      aria-pressed={on || all}
      disabled={!alerts.data || isByCategory || all}
      onClick={() => choose.mutate({ ids: [id], chosen: !chosen })}
    />
  )
}
