import { beforeEach, expect, test, vi } from 'vitest'

const phone = vi.hoisted(() => ({ isNative: true, written: [] as unknown[], shared: [] as unknown[] }))
vi.mock('@capacitor/core', () => ({ Capacitor: { isNativePlatform: () => phone.isNative } }))
vi.mock('@capacitor/filesystem', () => ({
  Directory: { Cache: 'CACHE' },
  Filesystem: {
    writeFile: async ({ path, data, directory }: { path: string; data: string; directory: string }) => {
      phone.written = [{ path, directory }, atob(data)]
      return { uri: `file:///cache/${path}` }
    },
    appendFile: async ({ data }: { data: string }) => void phone.written.push(atob(data)),
    deleteFile: async () => {},
  },
}))
vi.mock('@capacitor/share', () => ({ Share: { share: async (options: unknown) => void phone.shared.push(options) } }))

const { interceptDownloads } = await import('./save-files.ts')
const { initSecrets } = await import('./shell.ts')

const errors: unknown[] = []
interceptDownloads(error => errors.push(error))

let requests: { url: string; headers: unknown }[]
let answer: () => Response
beforeEach(() => {
  vi.stubEnv('VITE_SERVER', 'https://parvis.example')
  Object.assign(phone, { isNative: true, written: [], shared: [] })
  errors.length = 0
  requests = []
  initSecrets({ token: 'secret' }, () => {})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push({ url: String(url), headers: init?.headers })
    return answer()
  })
})

const click = (href: string, download = '') => {
  const link = Object.assign(document.createElement('a'), { href, download })
  link.setAttribute('href', href)
  document.body.append(link)
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  link.dispatchEvent(event)
  link.remove()
  return event.defaultPrevented
}
const withFileName = (name: string) => ({ headers: { 'content-disposition': `attachment; filename="${name}"` } })

test('a download is fetched with the session token and shared under its file name', async () => {
  answer = () => new Response('BEGIN:VCALENDAR', withFileName('picnic.ics'))
  expect(click('/events/ics/1?lang=en')).toBe(true)
  await vi.waitFor(() => expect(phone.shared).toEqual([{ files: ['file:///cache/picnic.ics'] }]))
  expect(requests).toEqual([
    {
      url: 'https://parvis.example/events/ics/1?lang=en',
      headers: expect.objectContaining({ authorization: 'Bearer secret' }),
    },
  ])
  expect(phone.written).toEqual([{ path: 'picnic.ics', directory: 'CACHE' }, 'BEGIN:VCALENDAR'])
})

test('a large file is passed to the phone in parts', async () => {
  const long = 'x'.repeat(2_000_000)
  answer = () => new Response(long)
  click('/api/user/export/file', 'data.zip')
  await vi.waitFor(() => expect(phone.shared).toHaveLength(1))
  expect(phone.written).toHaveLength(4)
  expect(phone.written.slice(1).join('')).toBe(long)
})

test('path separators in a file name are replaced', async () => {
  answer = () => new Response('x', withFileName('../../etc/passwd'))
  click('/events/ics')
  await vi.waitFor(() => expect(phone.written[0]).toEqual({ path: '-..-etc-passwd', directory: 'CACHE' }))
})

test('a download that the server refuses reports its error and shares nothing', async () => {
  answer = () => new Response(JSON.stringify({ error: { key: 'error404' } }), { status: 404 })
  click('/events/ics/1')
  await vi.waitFor(() => expect(errors).toEqual([expect.objectContaining({ key: 'error404' })]))
  expect(phone.shared).toEqual([])
})

test('links without `download` are ignored, and a browser saves local files itself', () => {
  phone.isNative = false
  expect(click('blob:https://localhost/1', 'codes.txt')).toBe(false)
  const link = Object.assign(document.createElement('a'), { href: '/les-tilleuls' })
  document.body.append(link)
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  link.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
  link.remove()
})
