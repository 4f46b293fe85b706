import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewFailedPictures } from './renew-pictures.ts'

const SERVER = 'https://parvis.example'
const idOf = (n: number) => `0199f15d-9f9c-7de6-a71a-a6c1331d34${n}`
const addressOf = (n: number, signature: string, size = 'card') => `${SERVER}/media/${idOf(n)}/${size}?s=${signature}`

let stop: () => void
let requests: URL[]
let status: number
beforeEach(() => {
  vi.stubEnv('VITE_SERVER', SERVER)
  vi.useFakeTimers()
  requests = []
  status = 200
  vi.spyOn(globalThis, 'fetch').mockImplementation(async url => {
    requests.push(new URL(String(url)))
    const ids = requests.at(-1)!.searchParams.getAll('ids')
    return new Response(JSON.stringify(ids.map(_id => ({ _id, uri: `/media/${_id}?s=new` }))), { status })
  })
  stop = renewFailedPictures()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const addImage = (src: string, srcset = '') => {
  const image = document.createElement('img')
  const failed = vi.fn()
  image.setAttribute('src', src)
  if (srcset) image.setAttribute('srcset', srcset)
  image.addEventListener('error', failed)
  document.body.append(image)
  return { image, failed, fail: () => image.dispatchEvent(new Event('error')) }
}
const advance = () => vi.advanceTimersByTimeAsync(100)

test('failed pictures receive new signed URLs in one call, and their components receive no error event', async () => {
  const first = addImage(addressOf(10, 'old'), `${addressOf(10, 'old', 'thumb')} 160w, ${addressOf(10, 'old')} 800w`)
  const second = addImage(addressOf(11, 'old'))
  first.fail()
  second.fail()
  await advance()
  expect(requests.map(({ pathname, searchParams }) => [pathname, searchParams.getAll('ids')])).toEqual([
    ['/media/addresses', [idOf(10), idOf(11)]],
  ])
  expect(first.image.getAttribute('src')).toBe(addressOf(10, 'new'))
  expect(first.image.getAttribute('srcset')).toBe(`${addressOf(10, 'new', 'thumb')} 160w, ${addressOf(10, 'new')} 800w`)
  expect(second.image.getAttribute('src')).toBe(addressOf(11, 'new'))
  expect([first.failed, second.failed].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test('a picture that fails again with its new URL is reported to its component', async () => {
  const { fail, failed } = addImage(addressOf(10, 'old'))
  fail()
  await advance()
  fail()
  await advance()
  expect([requests.length, failed.mock.calls.length]).toEqual([1, 1])
})

test('a picture that has loaded since its URL was renewed can be renewed again', async () => {
  const { image, fail, failed } = addImage(addressOf(10, 'old'))
  fail()
  await advance()
  image.dispatchEvent(new Event('load'))
  fail()
  await advance()
  expect([requests.length, failed.mock.calls.length]).toEqual([2, 0])
})

test('a picture for which the server returns no new URL is reported to its component', async () => {
  status = 503
  const { fail, failed } = addImage(addressOf(10, 'old'))
  fail()
  await advance()
  expect(failed).toHaveBeenCalledTimes(1)
})

test('a picture without a signature is reported to its component at once', async () => {
  const { fail, failed } = addImage(`${SERVER}/media/${idOf(10)}/card`)
  fail()
  await advance()
  expect([requests.length, failed.mock.calls.length]).toEqual([0, 1])
})

test('many failed pictures are renewed in several calls', async () => {
  const all = Array.from({ length: 70 }, (_, n) => addImage(addressOf(n + 10, 'old')))
  for (const { fail } of all) fail()
  await advance()
  expect(requests.map(({ searchParams }) => searchParams.getAll('ids').length)).toEqual([60, 10])
})
