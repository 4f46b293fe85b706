import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { createAppRouter } from '#web/router.ts'

const HOME = 'les-tilleuls'
const params: Record<string, string> = { $c: HOME, $ad: 'une-annonce', $eventId: '42', $pseudo: 'mehdi.b' }

/** The paths that only redirect and render nothing. */
const redirectPaths = ['/', '/connexion', '/detail-publication', '/appareil-photo']
/** All paths that render a screen, with placeholders for their parameters. */
const addresses = Object.keys(createAppRouter(new QueryClient()).routesByPath)
  .filter(path => !path.endsWith('$') && !redirectPaths.includes(path))
  .map(path => path.replace(/\{-\$pseudo\}/, 'mehdi.b').replace(/\$\w+/g, name => params[name] ?? name))

const abilities =
  'publish post publishActivity publishTemplate createTemplate chat readChats writeToNeighbors answer flag openProfiles ' +
  'editProfile leave deleteAccount beTold useSecondFactor printPoster runCommunity runInstallation seeDeals writeDeals seeWeather'
/** A member with all abilities, because a missing ability would cause a redirect. */
const session = {
  _id: 'me',
  pseudo: 'camille',
  firstname: 'Camille',
  role: 'webmaster',
  strategy: 'local',
  communityId: 'home',
  customUri: HOME,
  notRead: 0,
  needUpdate: false,
  needSecondFactor: false,
  memberships: [{ communityId: 'home', userId: 'me', name: 'Les Tilleuls', logoUri: null, role: 'webmaster' }],
  lastBooking: null,
  suspendedUntil: null,
  abilities: Object.fromEntries(abilities.split(' ').map(ability => [ability, true])),
} as unknown as SessionUser
/** The response to the session request for each kind of viewer; all other requests stay pending. */
const sessions: Record<string, () => Response> = {
  nobody: () => Response.json({ error: { key: 'unauthorized' } }, { status: 403 }),
  'a webmaster': () => Response.json(session),
}

/** Renders the app at this path in its own container. */
const open = (address: string) => {
  const queryClient = new QueryClient()
  const router = createAppRouter(queryClient)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { address, container, root }
}

beforeAll(() => loadTexts('frame'))
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(Object.keys(sessions))(
  'no screen is blank while its data is loading, for %s',
  async visitor => {
    vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      return pathname === getSession.path ? Promise.resolve(sessions[visitor]!()) : new Promise(() => {})
    })
    const screens = addresses.map(open)
    const blank = () =>
      screens
        .filter(({ container }) => !container.querySelector('main, dialog, [role="dialog"]'))
        .map(({ address }) => address)
    await expect.poll(blank, { timeout: 20_000 }).toEqual([])
    for (const { root, container } of screens) {
      root.unmount()
      container.remove()
    }
  },
  30_000,
)
