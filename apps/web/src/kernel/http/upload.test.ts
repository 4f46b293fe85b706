// @vitest-environment node
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { toFormData, upload } from './upload.ts'

class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  headers: Record<string, string> = {}
  status = 0
  responseText = ''
  opened = ''
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  constructor() {
    FakeRequest.last = this
  }
  open(method: string, address: string) {
    this.opened = `${method} ${address}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send() {}
  abort() {
    this.onabort?.()
  }
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text })
    this.onload?.()
  }
}

afterEach(() => vi.unstubAllGlobals())

const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
const startUpload = (options: { as?: string; signal?: AbortSignal; onProgress?: (done: number) => void } = {}) => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return upload(publishPost, { body: { title: 'Hello' }, files: [photo], ...options })
}

test('an upload reports its progress and returns the response', async () => {
  const progress: number[] = []
  const sent = startUpload({ onProgress: done => progress.push(done) })
  FakeRequest.last.upload.onprogress?.({ loaded: 1, total: 4 })
  FakeRequest.last.upload.onprogress?.({ loaded: 4, total: 4 })
  FakeRequest.last.answer(200, '{"_id":"e1"}')
  expect(await sent).toEqual({ _id: 'e1' })
  expect(progress).toEqual([0.25, 1])
  expect(FakeRequest.last.opened).toBe('POST /events/publish')
  expect(FakeRequest.last.headers).toMatchObject({ 'x-client-version': '1.5.2' })
})

test('an upload that stalls fails as a network error, and one that makes progress does not', async () => {
  vi.useFakeTimers()
  const failed = startUpload().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(25_000)
  FakeRequest.last.upload.onprogress?.({ loaded: 1, total: 4 })
  const isOver = vi.fn()
  void failed.then(isOver)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(isOver).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await failed).toMatchObject({ key: 'networkerror', status: 0 })
  vi.useRealTimers()
})

test('an upload sends the id of the intended user', () => {
  void startUpload({ as: 'u1' })
  expect(FakeRequest.last.headers).toMatchObject({ 'x-user': 'u1' })
})

test('an upload fills the path parameters', () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  void upload(editPost, { params: { id: 'e1' }, body: {}, files: [] })
  expect(FakeRequest.last.opened).toBe('PUT /events/e1')
})

test('an upload fails with the same errors as a call', async () => {
  const rejected = startUpload()
  FakeRequest.last.answer(415, '{"error":{"key":"unsupportedmedia","field":"files"}}')
  await expect(rejected).rejects.toMatchObject({ key: 'unsupportedmedia', status: 415, field: 'files' })
  const unreachable = startUpload()
  FakeRequest.last.onerror?.()
  await expect(unreachable).rejects.toMatchObject({ key: 'networkerror', status: 0 })
  const proxy = startUpload()
  FakeRequest.last.answer(502, '<html>')
  await expect(proxy).rejects.toMatchObject({ key: 'networkerror' })
  const large = startUpload()
  FakeRequest.last.answer(413, '<html>')
  await expect(large).rejects.toMatchObject({ key: 'toolarge', status: 413, foreign: undefined })
  const truncated = startUpload()
  FakeRequest.last.answer(200, '{"_id":')
  await expect(truncated).rejects.toMatchObject({ key: 'networkerror' })
})

test('an upload can be aborted', async () => {
  const abort = new AbortController()
  const sent = startUpload({ signal: abort.signal })
  abort.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  await expect(startUpload({ signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('toFormData leaves strings unchanged and encodes other values as JSON', () => {
  const form = toFormData(
    { title: 'a', description: null, lang: { en: { title: 'b' } }, channelsIds: ['c'], tmpId: undefined },
    [photo],
  )
  expect([...form.keys()]).toEqual(['title', 'description', 'lang', 'channelsIds', 'files'])
  expect(['title', 'description', 'lang', 'channelsIds'].map(name => form.get(name))).toEqual([
    'a',
    '',
    '{"en":{"title":"b"}}',
    '["c"]',
  ])
})
