import { listNeighbors } from '@parvis/contract/chat.ts'
import { getCommunity, listLocations } from '@parvis/contract/community.ts'
import { listEvents } from '@parvis/contract/feed.ts'
import { checkVersion, checkVersionSignedIn, type GlobalInfo } from '@parvis/contract/installation.ts'
import { listDealCategories } from '@parvis/contract/deals.ts'
import { listHobbies } from '@parvis/contract/profile.ts'
import { listTemplateCategories, listTemplateDates, listTemplateTimes } from '@parvis/contract/templates.ts'
import { logOut, type SessionUser } from '@parvis/contract/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import type { ApiError } from '#web/kernel/http/api.ts'
import { onCallFailed } from '#web/kernel/http/query-client.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import {
  calls,
  render,
  renderStandalone,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
} from '#web/testing/render-standalone.tsx'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { Obsolete as ObsoleteInShell } from '../failures/ObsoleteInShell.tsx'
import { Obsolete } from '../failures/Obsolete.tsx'
import { afterLogIn } from './after-log-in.ts'
import { scheduleVersionCheck } from './version-watch.ts'

const { restart, checkForUpdate, openStore } = vi.hoisted(() => ({
  restart: vi.fn<() => Promise<void>>(async () => {}),
  checkForUpdate: vi.fn<() => Promise<void>>(async () => {}),
  openStore: vi.fn<() => Promise<void>>(async () => {}),
}))
vi.mock('#web/kernel/offline/install-worker.ts', () => ({ restart, checkForUpdate }))
vi.mock('#web/kernel/shell/store-page.ts', () => ({ openStore }))

renderStandalone('session', 'homescreen')

const onFailed = vi.fn<(error: ApiError) => void>()
let unsubscribe: () => void

beforeEach(() => {
  localStorage.clear()
  unsubscribe = onCallFailed(onFailed)
})
afterEach(() => {
  unsubscribe()
  for (const { id } of shownToasts()) closeToast(id)
  vi.clearAllMocks()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const version = (overrides: Partial<GlobalInfo> = {}): GlobalInfo => ({
  serverDateTime: new Date().toISOString(),
  serverVersion: '2.0.0',
  clientVersion: '2.0.0',
  needupdate: false,
  forceupdate: false,
  lang: 'en',
  ...overrides,
})
const toasts = () => shownToasts().map(({ text, action }) => [text, action?.label])
const failureKeys = () => onFailed.mock.calls.map(([{ key }]) => key)

/** The endpoints that are called once the first screen has loaded. */
const laterEndpoints = [
  listLocations,
  listTemplateCategories,
  listTemplateDates,
  listTemplateTimes,
  listDealCategories,
  listHobbies,
] as const

describe('the version check after a log-in', () => {
  const check = async () => {
    vi.useFakeTimers()
    scheduleVersionCheck()
    await vi.advanceTimersByTimeAsync(900)
    expect(calls).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    await expect.poll(() => checkForUpdate.mock.calls.length).toBe(1)
  }
  beforeEach(() => store('strategy', 'local'))

  test('offers a newer version, and a tap loads the newer version', async () => {
    stub(checkVersionSignedIn, version({ needupdate: true }))
    await check()
    await expect.poll(toasts).toEqual([['A new version of Parvis is here.', 'Update']])
    shownToasts()[0]!.action!.onClick()
    await expect.poll(() => restart.mock.calls.length).toBe(1)
  })

  test('offers the store in the phone app, and a tap opens the store', async () => {
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    stub(checkVersionSignedIn, version({ needupdate: true }))
    await check()
    await expect.poll(toasts).toEqual([['A new version of Parvis is in your phone’s store.', 'Open the store']])
    shownToasts()[0]!.action!.onClick()
    await expect.poll(() => openStore.mock.calls.length).toBe(1)
  })

  test('shows nothing if there is no newer version', async () => {
    stub(checkVersionSignedIn, version())
    await check()
    await expect.poll(() => calls.length).toBe(1)
    expect([toasts(), failureKeys()]).toEqual([[], []])
  })

  test('uses the public endpoint if the server refuses the session or nobody is signed in', async () => {
    stub(checkVersionSignedIn, () => refusal('nosession'))
    stub(checkVersion, version({ needupdate: true }))
    await check()
    await expect.poll(toasts).toHaveLength(1)
    expect(calls).toEqual([
      'POST /globalinformations/check/version/authenticated',
      'POST /globalinformations/check/version',
    ])
    calls.length = 0
    checkForUpdate.mockClear()
    store('strategy', null)
    await check()
    await expect.poll(() => calls).toEqual(['POST /globalinformations/check/version'])
  })

  test.each([
    ['reports as', () => version({ needupdate: true, forceupdate: true })],
    ['refuses as', () => refusal('obsolete')],
  ])('reports the error `obsolete` for a version that the server %s too old', async (_, answer) => {
    stub(checkVersionSignedIn, answer)
    stub(checkVersion, answer)
    await check()
    await expect.poll(failureKeys).toEqual(['obsolete'])
    expect(toasts()).toEqual([])
  })
})

describe('the screen of an obsolete version', () => {
  test('has a button that reloads the web app', async () => {
    await render(<Obsolete />)
    await expectText('A new version is here')
    await press('Update')
    expect(restart).toHaveBeenCalledOnce()
  })

  test('has a button that opens the store in the phone app', async () => {
    await render(<ObsoleteInShell />)
    await expectText('Update Parvis in your phone’s store to go on.')
    await press('Open the store')
    expect(openStore).toHaveBeenCalledOnce()
  })
})

describe('the session after a log-in', () => {
  const session = {
    _id: 'me',
    communityId: 'c1',
    customUri: 'les-tilleuls',
    abilities: { chat: true, seeDeals: true },
    needUpdate: false,
    needSecondFactor: false,
  } as SessionUser
  const navigate = vi.fn<(how: object) => void>()
  const enter = async () => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    queryClient.setQueryData(sessionKeys.current, session)
    store('strategy', 'local')
    await afterLogIn(queryClient, { navigate } as never, session)
    return queryClient.getQueryData(sessionKeys.current)
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    stub(getCommunity, {} as never)
    stub(listEvents, { docs: [], page: 1, hasNextPage: false, nextPage: null, cursor: null } as never)
    stub(listNeighbors, [])
    for (const endpoint of laterEndpoints) stub(endpoint, [] as never)
    stub(logOut, {} as never)
  })

  test('is not ended if its data loads', async () => {
    expect(await enter()).toBe(session)
    expect(calls.map(call => call.split('?')[0])).toEqual([
      'GET /communities/les-tilleuls',
      'GET /events',
      'GET /messages/neighbors',
      'GET /locations',
      'GET /templates/categories',
      'GET /templates/dates',
      'GET /templates/times',
      'GET /gooddeals/categories',
      'GET /hobbies',
    ])
    expect(navigate).not.toHaveBeenCalled()
  })

  test.each([getCommunity, listEvents, listNeighbors, ...laterEndpoints])(
    'is ended if the request to $path fails, and the log-in screen gives the reason',
    async failing => {
      stub(failing as typeof listHobbies, () => refusal('unexpectederror'))
      expect(await enter()).toBeNull()
      expect(calls.at(-1)).toBe('DELETE /api/auth')
      expect(navigate).toHaveBeenCalledExactlyOnceWith({
        to: '/$c/connexion',
        params: { c: 'les-tilleuls' },
        search: { ended: 'data' },
        replace: true,
      })
    },
  )

  test.each([
    ['is cut off by a lost network', noNetwork],
    ['is refused during maintenance', () => refusal('maintenance')],
    ['needs a newer version', () => refusal('obsolete')],
    ['is requested by a session that has ended', () => refusal('nosession')],
  ])('is not ended if its data %s', async (_, answer) => {
    stub(listEvents, answer)
    expect(await enter()).toBe(session)
    expect(calls).not.toContain('DELETE /api/auth')
    expect(navigate).not.toHaveBeenCalled()
  })
})
