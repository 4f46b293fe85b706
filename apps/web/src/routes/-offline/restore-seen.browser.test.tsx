import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { forgetKept, openKept, writeKept } from '#web/kernel/offline/kept-store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { restoreSeen } from './restore-seen.ts'

afterEach(async () => {
  await forgetKept()
  localStorage.clear()
})

test.each([
  ['for whoever saw it', { _id: 'm1' }, 'sun'],
  ['for whoever it may be, while the server has not said', undefined, 'sun'],
  ['not for somebody else', { _id: 'm2' }, undefined],
  ['not for nobody', null, undefined],
])('restores persisted data %s', async (_, reader, seen) => {
  store('strategy', 'local')
  await openKept('m1')
  await writeKept('m1', new Map([['h', { key: ['weather'], data: 'sun', at: 1 }]]), new Map())
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionKeys.current, reader)
  await restoreSeen(queryClient)
  expect(queryClient.getQueryData(['weather'])).toBe(seen)
})
