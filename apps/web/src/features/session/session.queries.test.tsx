import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { calls, drawAlone, refusal, stub } from '#web/testing/draw-alone.tsx'
import { store, stored } from '#web/kernel/device/stored.ts'
import { sessionQuery } from './session.queries.ts'

drawAlone('session')

const me = { _id: 'me', strategy: 'local', customUri: 'les-tilleuls' } as SessionUser
beforeEach(() => {
  localStorage.clear()
  // the page came without anybody signed in, as the server writes it
  document.documentElement.dataset.session = 'no'
})
const askWho = () => new QueryClient().fetchQuery(sessionQuery())

test('a page that came before a log-in in another tab asks who is there, and ends nothing', async () => {
  store('strategy', 'local')
  stub(getSession, me)
  expect(await askWho()).toEqual(me)
  expect(calls).toEqual(['GET /api/auth'])
  expect(stored('strategy')).toBe('local')
})

test('a page that came without anybody, on a device that remembers nobody, asks nothing', async () => {
  expect(await askWho()).toBeNull()
  expect(calls).toEqual([])
})

test('a session that the server knows no more has ended: the device forgets it', async () => {
  store('strategy', 'local')
  stub(getSession, () => refusal('forbidden'))
  expect(await askWho()).toBeNull()
  expect(stored('strategy')).toBeNull()
})
