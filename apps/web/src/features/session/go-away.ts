import { deleteAccount, leaveCommunity } from '@parvis/contract/leaving.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { store } from '#web/kernel/device/stored.ts'
import { call } from '#web/kernel/http/api.ts'
import { forgetSession } from './session.mutations.ts'
import { sessionKeys } from './session.queries.ts'

/**
 * Leaves the community, or has the account deleted: nobody is signed in here any more, in all tabs, and the log-in
 * knows no name.
 */
export const useGoAway = () => {
  const queryClient = useQueryClient()
  return useMutation({
    // the end of the session is told to this very screen too
    mutationKey: sessionKeys.leaving,
    mutationFn: (departure: 'leave' | 'delete') => call(departure === 'delete' ? deleteAccount : leaveCommunity),
    onSuccess: () => {
      store('emailOrPseudo', null)
      return forgetSession(queryClient)
    },
  })
}
