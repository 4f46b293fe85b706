// @vitest-environment node
import { SHARE_TARGET_PATH, SHARED_START_PATH } from '@parvis/contract/share-target.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handleShares } from './share.ts'

const OWN_SITE = 'https://parvis.example'
const OTHER_SITE = 'https://other.example'

type ShareRequest = { request: unknown; respondWith: (answer: Promise<string> | string) => void }

let onFetch: (event: ShareRequest) => void
beforeEach(() => {
  vi.stubGlobal('self', {
    location: { origin: OWN_SITE },
    addEventListener: (_: string, listener: typeof onFetch) => (onFetch = listener),
  })
  vi.stubGlobal('Response', { redirect: (to: string) => to })
  handleShares()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Submits a share with this origin and referrer; returns the URL of the redirect. */
const share = async (origin: string | null, referrer: string) => {
  let answer: Promise<string> | string | undefined
  onFetch({
    request: {
      method: 'POST',
      url: `${OWN_SITE}${SHARE_TARGET_PATH}`,
      mode: 'navigate',
      destination: 'document',
      headers: { get: () => origin },
      referrer,
      formData: async () => new FormData(),
    },
    respondWith: given => (answer = given),
  })
  return answer
}

test.each([
  ['the system', 'null', ''],
  ['our own page', OWN_SITE, `${OWN_SITE}/`],
  ['our own page without an Origin header', null, `${OWN_SITE}/`],
])('the worker accepts a share from %s', async (_, origin, referrer) => {
  expect(await share(origin, referrer)).toContain(SHARED_START_PATH)
})

test.each([
  ['sends its origin and referrer', OTHER_SITE, `${OTHER_SITE}/`],
  ['hides its referrer', OTHER_SITE, ''],
  ['hides its origin', 'null', `${OTHER_SITE}/`],
])('the worker opens the app and discards the content of a cross-site form that %s', async (_, origin, referrer) => {
  expect(await share(origin, referrer)).toBe('/')
})
