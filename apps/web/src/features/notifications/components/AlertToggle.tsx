import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useChoose } from '../notifications.mutations.ts'
import { alertsQuery, alertStatusQuery } from '../notifications.queries.ts'

export interface AlertToggleProps {
  /** Without one it is for the whole category. */
  templateId?: string
  categoryId: string
  name: string
}

/**
 * Asks to be told of what is published from a template, or of a whole category, or no more. It is pressed and cannot be
 * let go where it comes with its category; where every post is told of it says so. Its texts are the feature's.
 */
export const AlertToggle = ({ templateId, categoryId, name }: AlertToggleProps) => {
  const { t } = useText()
  const alerts = useQuery(alertsQuery())
  const status = useQuery(alertStatusQuery())
  const choose = useChoose()
  const id = templateId ?? categoryId
  const chosen = alerts.data?.includes(id) ?? false
  const withCategory = id !== categoryId && (alerts.data?.includes(categoryId) ?? false)
  const all = status.data?.status === 'all'
  const on = chosen || withCategory
  return (
    <IconButton
      icon={on || all ? 'bell-check' : 'bell'}
      kind={on || all ? 'solid' : 'plain'}
      label={
        all
          ? t('notifications.toggle.all')
          : withCategory
            ? t('notifications.toggle.category', { name })
            : t(chosen ? 'notifications.toggle.off' : 'notifications.toggle.on', { name })
      }
      aria-pressed={on || all}
      disabled={!alerts.data || withCategory || all}
      onClick={() => choose.mutate({ ids: [id], chosen: !chosen })}
    />
  )
}
