import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { warmImages } from './cached-images.ts'

const uris = Array.from({ length: 10 }, (_, n) => `/media/picto/${n}.svg`)
let asked = 0
let status = 200
/** The images that are loading; the test finishes each. */
let underWay: { src: string; priority: string; come: () => void }[] = []
let most = 0

class Picture {
  onload = () => {}
  onerror = () => {}
  fetchPriority = 'auto'
  set src(src: string) {
    const come = src.includes('/3.') ? () => this.onerror() : () => this.onload()
    underWay.push({ src, priority: this.fetchPriority, come })
    most = Math.max(most, underWay.length)
  }
}

beforeEach(() => {
  asked = most = 0
  status = 200
  underWay = []
  sessionStorage.clear()
  vi.stubGlobal('Image', Picture)
  // pause: a stub of the idle callback
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act, 0))
  vi.stubGlobal('fetch', async () => {
    asked++
    // One image is listed twice, as the photo of two templates.
    const images = [...uris, uris[0]!].map(uri => ({ type: 2, uri }))
    return new Response(JSON.stringify(status === 200 ? images : { error: { key: 'unexpectederror' } }), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

// pause: tasks of the stub have run by then, and nothing says so
const settle = () => new Promise(done => setTimeout(done, 20))
const letAllCome = async () => {
  const seen: string[] = []
  for (await settle(); underWay.length > 0; await settle()) {
    const one = underWay.shift()!
    expect(one.priority).toBe('low')
    seen.push(one.src)
    one.come()
  }
  return seen
}

test('loads each picture once, three at a time, and continues after a failure', async () => {
  const work = warmImages('les-tilleuls', new AbortController().signal)
  expect((await letAllCome()).sort()).toEqual(uris)
  await work
  expect([asked, most]).toEqual([1, 3])
})

test('loads the pictures once per session and community', async () => {
  for (const community of ['les-tilleuls', 'les-tilleuls', 'le-lac', 'les-tilleuls']) {
    const work = warmImages(community, new AbortController().signal)
    await letAllCome()
    await work
  }
  expect(asked).toBe(2)
})

test('stops once the frame is left, and loads all of them the next time', async () => {
  const left = new AbortController()
  const work = warmImages('les-tilleuls', left.signal)
  await settle()
  left.abort()
  expect(await letAllCome()).toHaveLength(3)
  await work
  const again = warmImages('les-tilleuls', new AbortController().signal)
  expect(await letAllCome()).toHaveLength(10)
  await again
})

test('requests the list again after a failure', async () => {
  status = 500
  await expect(warmImages('les-tilleuls', new AbortController().signal)).rejects.toThrow()
  expect(underWay).toEqual([])
  status = 200
  const again = warmImages('les-tilleuls', new AbortController().signal)
  expect(await letAllCome()).toHaveLength(10)
  await again
})
