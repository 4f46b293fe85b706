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
  // where it leads to
  vi.stubGlobal('Response', { redirect: (to: string) => to })
  takeShared()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Where a form leads that comes from there. */
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
])('what is shared by %s is taken', async (_, origin, referrer) => {
  expect(await share(origin, referrer)).toContain(SHARED_START)
})

test.each([
  ['says where it comes from', THERE, `${THERE}/`],
  ['hides its referrer', THERE, ''],
  ['hides its origin', 'null', `${THERE}/`],
])('the form of another site that %s opens the app, and hands nothing over', async (_, origin, referrer) => {
  expect(await share(origin, referrer)).toBe('/')
})
