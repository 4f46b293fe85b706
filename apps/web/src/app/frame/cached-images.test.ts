import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { warmImages } from './cached-images.ts'

const uris = Array.from({ length: 10 }, (_, n) => `/media/picto/${n}.svg`)
let requestCount = 0
let status = 200
/** The images that are loading until the test calls `finish` on each. */
let loading: { src: string; priority: string; finish: () => void }[] = []
let maxConcurrent = 0

class Picture {
  onload = () => {}
  onerror = () => {}
  fetchPriority = 'auto'
  set src(src: string) {
    const finish = src.includes('/3.') ? () => this.onerror() : () => this.onload()
    loading.push({ src, priority: this.fetchPriority, finish })
    maxConcurrent = Math.max(maxConcurrent, loading.length)
  }
}

beforeEach(() => {
  requestCount = maxConcurrent = 0
  status = 200
  loading = []
  sessionStorage.clear()
  vi.stubGlobal('Image', Picture)
  // pause: a stub of requestIdleCallback
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act, 0))
  vi.stubGlobal('fetch', async () => {
    requestCount++
    // The list contains one image twice, because it is the photo of two templates.
    const images = [...uris, uris[0]!].map(uri => ({ type: 2, uri }))
    return new Response(JSON.stringify(status === 200 ? images : { error: { key: 'unexpectederror' } }), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

// pause: no event signals that the tasks of the stubs have run
const waitForStubs = () => new Promise(done => setTimeout(done, 20))
const finishAll = async () => {
  const sources: string[] = []
  for (await waitForStubs(); loading.length > 0; await waitForStubs()) {
    const image = loading.shift()!
    expect(image.priority).toBe('low')
    sources.push(image.src)
    image.finish()
  }
  return sources
}

test('warmImages loads each picture once, three at a time, and continues after a failure', async () => {
  const warming = warmImages('les-tilleuls', new AbortController().signal)
  expect((await finishAll()).sort()).toEqual(uris)
  await warming
  expect([requestCount, maxConcurrent]).toEqual([1, 3])
})

test('warmImages loads the pictures once per browser session and community', async () => {
  for (const community of ['les-tilleuls', 'les-tilleuls', 'le-lac', 'les-tilleuls']) {
    const warming = warmImages(community, new AbortController().signal)
    await finishAll()
    await warming
  }
  expect(requestCount).toBe(2)
})

test('warmImages stops when it is aborted, and loads all pictures the next time', async () => {
  const left = new AbortController()
  const warming = warmImages('les-tilleuls', left.signal)
  await waitForStubs()
  left.abort()
  expect(await finishAll()).toHaveLength(3)
  await warming
  const again = warmImages('les-tilleuls', new AbortController().signal)
  expect(await finishAll()).toHaveLength(10)
  await again
})

test('warmImages requests the list again after a failure', async () => {
  status = 500
  await expect(warmImages('les-tilleuls', new AbortController().signal)).rejects.toThrow()
  expect(loading).toEqual([])
  status = 200
  const again = warmImages('les-tilleuls', new AbortController().signal)
  expect(await finishAll()).toHaveLength(10)
  await again
})
