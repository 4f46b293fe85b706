import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { clearPersisted, openPersisted, writePersisted } from '#web/kernel/offline/persisted-store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { restorePersisted } from './restore-persisted.ts'

afterEach(async () => {
  await clearPersisted()
  localStorage.clear()
})

test.each([
  ['for the user who stored it', { _id: 'm1' }, 'sun'],
  ['for any user while the session is still unknown', undefined, 'sun'],
  ['not for another user', { _id: 'm2' }, undefined],
  ['not without a session', null, undefined],
])('restorePersisted restores data %s', async (_, user, expected) => {
  store('strategy', 'local')
  await openPersisted('m1')
  await writePersisted('m1', new Map([['h', { key: ['weather'], data: 'sun', at: 1 }]]), new Map())
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionKeys.current, user)
  await restorePersisted(queryClient)
  expect(queryClient.getQueryData(['weather'])).toBe(expected)
})
