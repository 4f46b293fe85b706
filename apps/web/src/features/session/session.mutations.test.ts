// @vitest-environment node
import type { SessionUser } from '@parvis/contract/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { startSession } from './session.mutations.ts'
import { sessionKeys } from './session.queries.ts'

test('startSession removes the cached data of the previous user', () => {
  const me = { _id: 'me', strategy: 'local', customUri: 'les-tilleuls' } as SessionUser
  const queryClient = new QueryClient()
  queryClient.setQueryData(['chat'], 'what was written to somebody else')
  startSession(queryClient, me)
  expect(queryClient.getQueryData(['chat'])).toBeUndefined()
  expect(queryClient.getQueryData(sessionKeys.current)).toEqual(me)
})
