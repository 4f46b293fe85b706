import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { ApiError } from '#web/kernel/http/api.ts'
import { endSession } from '#web/features/session/session.mutations.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { webFeatures } from '../features.ts'
import { retryIfCancelled } from './load.ts'
import { restorePushRegistration } from './pushes.ts'
import { scheduleVersionCheck } from './version-watch.ts'

/** Whether the offline notice, the log-in, or the obsolete or maintenance screen reports this error. */
const isReportedElsewhere = (error: unknown) =>
  !(error instanceof ApiError) || error.key === 'networkerror' || [401, 411, 503].includes(error.status)

/** Ends the session if the member’s data cannot be loaded and nothing else reports the error. */
export const afterLogIn = async (queryClient: QueryClient, router: AnyRouter, session: SessionUser): Promise<void> => {
  scheduleVersionCheck()
  if (session.needUpdate || session.needSecondFactor) return
  restorePushRegistration(session)
  try {
    for (const step of ['loadFirst', 'loadRest'] as const)
      await Promise.all(webFeatures.map(feature => retryIfCancelled(async () => feature[step]?.(queryClient, session))))
  } catch (error) {
    const currentUser = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
    if (isReportedElsewhere(error) || currentUser?._id !== session._id) return
    await endSession(queryClient)
    void router.navigate({
      to: '/$c/connexion',
      params: { c: session.customUri },
      search: { ended: 'data' },
      replace: true,
    })
  }
}
