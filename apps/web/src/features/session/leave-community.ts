import { deleteAccount, leaveCommunity } from '@parvis/contract/leaving.ts'
import { useMutation } from '@tanstack/react-query'
import { store } from '#web/kernel/device/stored.ts'
import { call } from '#web/kernel/http/api.ts'
import { clearSessionAndQueries } from './session.mutations.ts'
import { sessionKeys } from './session.queries.ts'

/** Also ends the session in all tabs and clears the name stored for the log-in. */
export const useLeaveCommunity = () =>
  useMutation({
    // Marks that this tab ends the session itself.
    mutationKey: sessionKeys.leaving,
    mutationFn: (departure: 'leave' | 'delete') => call(departure === 'delete' ? deleteAccount : leaveCommunity),
    onSuccess: (_, __, ___, { client }) => {
      store('emailOrPseudo', null)
      return clearSessionAndQueries(client)
    },
  })
