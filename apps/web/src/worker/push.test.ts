// @vitest-environment node
import type { PushPayload } from '@parvis/contract/push-payload.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Page = Pick<WindowClient, 'focused' | 'visibilityState'>
type Push = { data: { json: () => PushPayload }; waitUntil: (shown: Promise<void>) => void }

let pages: Page[]
let shown: NotificationOptions[]
let pushed: (event: Push) => void

beforeEach(async () => {
  pages = []
  shown = []
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: typeof pushed) => {
      if (name === 'push') pushed = listener
    },
    clients: { matchAll: async () => pages },
    registration: { showNotification: async (_: string, options: NotificationOptions) => void shown.push(options) },
  })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0')
  // The module is imported here, because it detects the browser when it is loaded.
  const { handlePushes } = await import('./push.ts')
  handlePushes()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const push = async (more: Partial<PushPayload> = {}) => {
  const payload: PushPayload = {
    title: 'Les Tilleuls',
    body: 'Zoé vous a écrit',
    lang: 'fr',
    tag: 't',
    path: '/',
    ...more,
  }
  let done: Promise<void> | undefined
  pushed({ data: { json: () => payload }, waitUntil: end => (done = end) })
  await done
}

test.each([
  ['is shown while the app is not open', [], 1],
  ['is shown while the app is open in a window without focus', [{ focused: false, visibilityState: 'visible' }], 1],
  ['is not shown while the app has focus', [{ focused: true, visibilityState: 'visible' }], 0],
] satisfies [string, Page[], number][])('a push %s', async (_, open, count) => {
  pages = open
  await push()
  expect(shown).toHaveLength(count)
})

test('a push is silent during quiet hours only', async () => {
  const now = Date.now()
  await push()
  await push({ quiet: [now - 7_200_000, now - 3_600_000] })
  await push({ quiet: [now + 3_600_000, now + 7_200_000] })
  await push({ quiet: [now - 3_600_000, now + 3_600_000] })
  expect(shown.map(({ silent }) => silent)).toEqual([false, false, false, true])
})
