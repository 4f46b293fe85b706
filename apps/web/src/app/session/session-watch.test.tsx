import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { onlineManager } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { saveDraft } from '#web/kernel/device/drafts.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { notifyCallFailed } from '#web/kernel/http/query-client.ts'
import { sessionKeys, sessionQuery } from '#web/features/session/session.queries.ts'
import {
  calls,
  render,
  renderStandalone,
  seedCache,
  refusal,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { useSessionWatch } from './session-watch.ts'

renderStandalone('session')

const HOUR_MS = 3_600_000
const session = { _id: 'u1', strategy: 'local', customUri: 'les-tilleuls' } as SessionUser
const Watch = () => <p>{String(useSessionWatch())}</p>
const failCall = (error: ApiError, askedAt = Date.now()) =>
  act(async () => notifyCallFailed(Object.assign(error, { askedAt })))
const noSession = () => new ApiError('nosession', 401)
const hasDraft = () => stored('postdrafts') !== null
// pause: no event signals that nothing is deleted
const settle = () => act(() => new Promise(done => setTimeout(done, 200)))

beforeEach(async () => {
  localStorage.clear()
  store('strategy', 'local')
  store('signedinat', Date.now() - HOUR_MS)
  saveDraft('postdrafts', 'u1', { text: 'half said' })
  seedCache(sessionKeys.current, session)
  await render(<Watch />)
})

test('a call that fails because the session has ended deletes the drafts on this device', async () => {
  await failCall(noSession())
  await waitUntil(() => !hasDraft())
  expect([hasDraft(), stored('strategy'), stored('unsentremoved')]).toEqual([false, null, { counts: { post: 1 } }])
})

test('a call that was sent before the log-in and fails after the log-in does not end the new session', async () => {
  stub(getSession, session)
  await failCall(noSession(), Date.now() - 2 * HOUR_MS)
  await waitUntil(() => calls.length > 0)
  await settle()
  expect([calls, hasDraft(), stored('strategy')]).toEqual([['GET /api/auth'], true, 'local'])
})

test.each([
  ['no network', new ApiError('networkerror', 0)],
  ['a bad gateway', new ApiError('networkerror', 502, { foreign: true })],
  ['a gateway timeout', new ApiError('networkerror', 504, { foreign: true })],
  ['maintenance', new ApiError('maintenance', 503)],
  ['a proxy that requires its own log-in', new ApiError('unexpectederror', 401, { foreign: true })],
  ['a wrong password', new ApiError('baduserpassword', 401)],
])('the session does not end, and its drafts are not deleted, after %s', async (_, error) => {
  await failCall(error)
  await settle()
  expect([hasDraft(), stored('strategy'), stored('unsentremoved')]).toEqual([true, 'local', null])
})

test('a session that another tab has ended also ends in this tab, and its drafts are deleted', async () => {
  stub(getSession, () => refusal('unauthorized'))
  store('strategy', null)
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'strategy' })))
  await waitUntil(() => !hasDraft())
  expect(hasDraft()).toBe(false)
})

const fetchSession = () => {
  const { queryFn } = sessionQuery()
  return (queryFn as (context: { signal: AbortSignal }) => Promise<SessionUser | null>)({
    signal: new AbortController().signal,
  })
}

test('the drafts of a session that ended while the app was closed are deleted', async () => {
  stub(getSession, () => refusal('unauthorized'))
  expect(await fetchSession()).toBeNull()
  expect([hasDraft(), stored('unsentremoved')]).toEqual([false, { counts: { post: 1 } }])
})

test.each([
  ['is behind a proxy that answers 403', () => new Response('<h1>Forbidden</h1>', { status: 403 })],
  ['is hidden by a captive portal', () => Response.json({ status: 'log in first' })],
  ['fails', () => refusal('unexpectederror')],
  ['is in maintenance', () => refusal('maintenance')],
])('the session does not end when the server %s', async (_, answer) => {
  stub(getSession, answer)
  await expect(fetchSession()).rejects.toThrow()
  expect([hasDraft(), stored('strategy')]).toEqual([true, 'local'])
})

test('the session of a log-in in another tab is used although this page was loaded without a session', async () => {
  document.documentElement.dataset.session = 'none'
  stub(getSession, () => session)
  expect(await fetchSession()).toEqual(session)
  expect(hasDraft()).toBe(true)
})

test('a log-in while the session is being requested is detected, and the drafts are not deleted', async () => {
  let isSignedIn = false
  stub(getSession, () => {
    if (isSignedIn) return session
    isSignedIn = true
    store('signedinat', Date.now())
    return refusal('unauthorized')
  })
  expect(await fetchSession()).toEqual(session)
  expect(hasDraft()).toBe(true)
})

test('clearing the browser storage without a network does not end the session', async () => {
  vi.spyOn(onlineManager, 'isOnline').mockReturnValue(false)
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: null })))
  await settle()
  expect([calls, hasDraft()]).toEqual([[], true])
  vi.restoreAllMocks()
})
