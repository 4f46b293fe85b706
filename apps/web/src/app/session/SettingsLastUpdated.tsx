import { useQueries } from '@tanstack/react-query'
import { isOffline } from '#web/kernel/http/query-state.ts'
import { blockedPeopleQuery } from '#web/features/blocks/blocks.queries.ts'
import { digestQuery } from '#web/features/digests/digests.queries.ts'
import {
  alertsQuery,
  alertStatusQuery,
  quietHoursQuery,
  switchesQuery,
} from '#web/features/notifications/notifications.queries.ts'
import { pushStateQuery } from '#web/features/push/push.queries.ts'
import { devicesQuery } from '#web/features/settings/devices.queries.ts'
import { factorQuery } from '#web/features/settings/factor.queries.ts'
import { LastUpdated } from '#web/ui/LoadError.tsx'

/** One offline notice for all sections of the settings, with the age of the oldest data shown. */
export const SettingsLastUpdated = () => {
  // Disabled queries only observe the cache; the sections fetch the data.
  const enabled = false
  const queries = useQueries({
    queries: [
      { ...alertStatusQuery(), enabled },
      { ...alertsQuery(), enabled },
      { ...switchesQuery(), enabled },
      { ...quietHoursQuery(), enabled },
      { ...pushStateQuery(), enabled },
      { ...digestQuery(), enabled },
      { ...blockedPeopleQuery(), enabled },
      { ...factorQuery(), enabled },
      { ...devicesQuery(), enabled },
    ],
  })
  const [oldest] = queries
    .filter(query => query.data !== undefined && isOffline(query))
    .sort((a, b) => a.dataUpdatedAt - b.dataUpdatedAt)
  return oldest && <LastUpdated query={oldest} />
}
