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
  ['for whoever saw it', { _id: 'm1' }, 'sun'],
  ['for whoever it may be, while the server has not said', undefined, 'sun'],
  ['not for somebody else', { _id: 'm2' }, undefined],
  ['not for nobody', null, undefined],
])('restores persisted data %s', async (_, user, expected) => {
  store('strategy', 'local')
  await openPersisted('m1')
  await writePersisted('m1', new Map([['h', { key: ['weather'], data: 'sun', at: 1 }]]), new Map())
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionKeys.current, user)
  await restorePersisted(queryClient)
  expect(queryClient.getQueryData(['weather'])).toBe(expected)
})
