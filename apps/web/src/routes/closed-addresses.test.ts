import { getCommunity } from '@parvis/contract/community.ts'
import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { createAppRouter } from '#web/router.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'

const HOME = 'les-tilleuls'
const community = { _id: 'home', customUri: HOME, name: 'Les Tilleuls', defaultLang: 'en', gooddeal: true }
const session = {
  _id: 'me',
  pseudo: 'guest',
  role: 'guest',
  strategy: 'guest',
  communityId: 'home',
  customUri: HOME,
  needUpdate: false,
  memberships: [],
  suspendedUntil: null,
  abilities: { seeDeals: true, seeWeather: true },
} as unknown as SessionUser

const router = createAppRouter(new QueryClient())
/** The path of every member's screen, with placeholders for its parameters. */
const addresses = Object.values(router.routesById)
  .filter(({ id, fullPath }) => id.startsWith('/$c/_app/') && fullPath !== '/$c')
  .map(({ fullPath }) =>
    `${fullPath}?id=a&templateId=b`.replace('/$c', `/${HOME}`).replace('{-$pseudo}', 'mehdi.b').replace(/\$\w+/g, '42'),
  )

/** Opens a path as this user; returns the router after all redirects. */
const openAs = async (address: string, user: SessionUser) => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname === getSession.path) return Response.json(user)
    if (pathname === getCommunity.path.replace(':idOrUri', HOME)) return Response.json(community)
    return Response.json({ error: { key: 'error404' } }, { status: 404 })
  })
  const openedRouter = createAppRouter(new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  openedRouter.update({ ...openedRouter.options, history: createMemoryHistory({ initialEntries: [address] }) })
  await openedRouter.load()
  return openedRouter
}

beforeAll(async () => {
  await loadTexts('frame')
  await setLanguage('en')
})
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const { id } of shownToasts()) closeToast(id)
  vi.unstubAllGlobals()
})

test('the list of members’ screens has more than 20 paths, among them the profile screen', () => {
  expect(addresses.length).toBeGreaterThan(20)
  expect(addresses).toContain(`/${HOME}/mon-profil?id=a&templateId=b`)
})

test.each(addresses)(
  'a guest who is redirected from %s sees why in a toast, and tapping the toast leads to registration',
  async address => {
    const openedRouter = await openAs(address, session)
    const { pathname } = openedRouter.state.location
    if (`${pathname}?id=a&templateId=b` === address) return expect(shownToasts()).toEqual([])
    expect(pathname).toBe(`/${HOME}/actualites`)
    await vi.waitFor(() => expect(shownToasts()).toHaveLength(1))
    const [{ kind, text, onPress }] = shownToasts() as [ReturnType<typeof shownToasts>[number]]
    expect([kind, text.slice(0, 44)]).toEqual(['warning', 'As guest, you cannot perform this action! Pl'])
    onPress!()
    await vi.waitFor(() => expect(openedRouter.state.location.pathname).toBe(`/${HOME}/connexion`))
    expect(openedRouter.state.location.search).toMatchObject({
      register: true,
      next: expect.stringContaining(address.split('?')[0]!),
    })
  },
)

test('a member who may not write to neighbours is redirected from the neighbour list', async () => {
  const openWith = (abilities: object) =>
    openAs(`/${HOME}/mes-voisins`, { ...session, role: 'advertiser', abilities } as SessionUser)
  const advertiser = await openWith({ readChats: true, chat: true })
  expect(advertiser.state.location.pathname).toBe(`/${HOME}/mes-conversations`)
  const neighbor = await openWith({ readChats: true, chat: true, writeToNeighbors: true })
  expect(neighbor.state.location.pathname).toBe(`/${HOME}/mes-voisins`)
})
