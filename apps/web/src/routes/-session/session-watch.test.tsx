import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { onlineManager } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepDraft } from '#web/kernel/device/drafts.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { noteFailed } from '#web/kernel/http/query-client.ts'
import { sessionKeys, sessionQuery } from '#web/features/session/session.queries.ts'
import { calls, draw, drawAlone, know, refusal, stub, until } from '#web/testing/draw-alone.tsx'
import { useSessionWatch } from './session-watch.ts'

drawAlone('session')

const HOUR_MS = 3_600_000
const session = { _id: 'u1', strategy: 'local', customUri: 'les-tilleuls' } as SessionUser
const Watch = () => <p>{String(useSessionWatch())}</p>
const fail = (error: ApiError, askedAt = Date.now()) => act(async () => noteFailed(Object.assign(error, { askedAt })))
const noSession = () => new ApiError('nosession', 401)
const isKept = () => stored('postdrafts') !== null
// pause: that nothing is forgotten has no end of its own
const settled = () => act(() => new Promise(done => setTimeout(done, 200)))

beforeEach(async () => {
  localStorage.clear()
  store('strategy', 'local')
  store('signedinat', Date.now() - HOUR_MS)
  keepDraft('postdrafts', 'u1', { text: 'half said' })
  know(sessionKeys.current, session)
  await draw(<Watch />)
})

test('a session that a call finds ended takes with it what was begun on this device', async () => {
  await fail(noSession())
  await until(() => !isKept())
  expect([isKept(), stored('strategy'), stored('unsentremoved')]).toEqual([false, null, { counts: { post: 1 } }])
})

test('a call of before a log-in that hears late of the end of that session takes nothing of the new one', async () => {
  stub(getSession, session)
  await fail(noSession(), Date.now() - 2 * HOUR_MS)
  await until(() => calls.length > 0)
  await settled()
  expect([calls, isKept(), stored('strategy')]).toEqual([['GET /api/auth'], true, 'local'])
})

test.each([
  ['no network', new ApiError('networkerror', 0)],
  ['a gateway without a server', new ApiError('networkerror', 502, { foreign: true })],
  ['a gateway that waits in vain', new ApiError('networkerror', 504, { foreign: true })],
  ['maintenance', new ApiError('maintenance', 503)],
  ['a proxy that asks for a log-in of its own', new ApiError('unexpectederror', 401, { foreign: true })],
  ['a wrong password', new ApiError('baduserpassword', 401)],
])('%s is no end of a session', async (_, error) => {
  await fail(error)
  await settled()
  expect([isKept(), stored('strategy'), stored('unsentremoved')]).toEqual([true, 'local', null])
})

test('a session that another tab has ended goes in this one, with what is written here since', async () => {
  stub(getSession, () => refusal('unauthorized'))
  store('strategy', null)
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'strategy' })))
  await until(() => !isKept())
  expect(isKept()).toBe(false)
})

const readSession = () => {
  const { queryFn } = sessionQuery()
  return (queryFn as (how: { signal: AbortSignal }) => Promise<SessionUser | null>)({
    signal: new AbortController().signal,
  })
}

test('a session that ended while the app was closed takes the same', async () => {
  stub(getSession, () => refusal('unauthorized'))
  expect(await readSession()).toBeNull()
  expect([isKept(), stored('unsentremoved')]).toEqual([false, { counts: { post: 1 } }])
})

test.each([
  ['its proxy forbids', () => new Response('<h1>Forbidden</h1>', { status: 403 })],
  ['a network answers itself', () => Response.json({ status: 'log in first' })],
  ['fails', () => refusal('unexpectederror')],
  ['is in maintenance', () => refusal('maintenance')],
])('a server that %s has not said that nobody is signed in', async (_, answer) => {
  stub(getSession, answer)
  await expect(readSession()).rejects.toThrow()
  expect([isKept(), stored('strategy')]).toEqual([true, 'local'])
})

test('a page that came before a log-in in another tab takes nothing of it', async () => {
  document.documentElement.dataset.session = 'none'
  stub(getSession, () => session)
  expect(await readSession()).toEqual(session)
  expect(isKept()).toBe(true)
})

test('who logs in while the session is asked for is not taken for nobody', async () => {
  let isIn = false
  stub(getSession, () => {
    if (isIn) return session
    isIn = true
    store('signedinat', Date.now())
    return refusal('unauthorized')
  })
  expect(await readSession()).toEqual(session)
  expect(isKept()).toBe(true)
})

test('an emptied store says nothing without a network', async () => {
  vi.spyOn(onlineManager, 'isOnline').mockReturnValue(false)
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: null })))
  await settled()
  expect([calls, isKept()]).toEqual([[], true])
  vi.restoreAllMocks()
})
