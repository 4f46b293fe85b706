// @vitest-environment node
import { SHARE_TARGET, SHARED_START } from '@parvis/contract/share-target.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeShared } from './share.ts'

const HERE = 'https://parvis.example'
const THERE = 'https://other.example'

type Asked = { request: unknown; respondWith: (answer: Promise<string> | string) => void }

let asked: (event: Asked) => void
beforeEach(() => {
  vi.stubGlobal('self', {
    location: { origin: HERE },
    addEventListener: (_: string, listener: typeof asked) => (asked = listener),
  })
  vi.stubGlobal('Response', { redirect: (to: string) => to })
  takeShared()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The redirect target of a form submitted with this origin and referrer. */
const share = async (origin: string | null, referrer: string) => {
  let answer: Promise<string> | string | undefined
  asked({
    request: {
      method: 'POST',
      url: `${HERE}${SHARE_TARGET}`,
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
  ['a page of ours', HERE, `${HERE}/`],
  ['a page of ours that says nothing else', null, `${HERE}/`],
])('accepts a share from %s', async (_, origin, referrer) => {
  expect(await share(origin, referrer)).toContain(SHARED_START)
})

test.each([
  ['says where it comes from', THERE, `${THERE}/`],
  ['hides its referrer', THERE, ''],
  ['hides its origin', 'null', `${THERE}/`],
])('opens the app without the content for a cross-site form that %s', async (_, origin, referrer) => {
  expect(await share(origin, referrer)).toBe('/')
})
