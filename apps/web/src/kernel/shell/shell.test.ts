import { listEvents } from '@parvis/contract/feed.ts'
import { logIn, logOut, getSession } from '@parvis/contract/session.ts'
import { uploadMedia } from '@parvis/contract/media.ts'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../http/api.ts'
import { upload } from '../http/upload.ts'
import { createLiveConnection } from '../live/live.ts'
import { jsx } from './jsx-runtime.ts'
import { withServerUrls, type SecretName, initSecrets } from './shell.ts'

const SERVER = 'https://parvis.example'
const ID = '0199f15d-9f9c-7de6-a71a-a6c1331d3491'
const signed = `/media/${ID}?s=0199f15d-9f9c-7de6-a71a-a6c1331d3490.lx.abc_-`

let answers: { status: number; body: unknown }[]
let requests: { url: string; init: RequestInit }[]
let savedSecrets: Partial<Record<SecretName, string | null>>
const answer = (status: number, body: unknown) => answers.push({ status, body })
beforeEach(() => {
  vi.stubEnv('VITE_SERVER', SERVER)
  answers = []
  requests = []
  savedSecrets = {}
  initSecrets({}, (name, value) => {
    savedSecrets[name] = value
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push({ url: String(url), init: init! })
    const { status, body } = answers.shift()!
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const headers = (at = -1) => requests.at(at)!.init.headers as Record<string, string>
const logInToServer = async () => {
  answer(200, { token: 'secret', deviceToken: 'known' })
  await call(logIn, { body: { email: 'x', password: 'y', communityId: ID } })
}

describe('a call from a native shell', () => {
  test('is sent to the server without cookies, with the client’s name and version', async () => {
    answer(200, {})
    await call(getSession)
    expect(requests[0]).toMatchObject({ url: `${SERVER}/api/auth`, init: { credentials: 'omit' } })
    expect(headers()).toMatchObject({ 'x-client': 'shell', 'x-client-version': '1.5.2' })
    expect(headers()).not.toHaveProperty('authorization')
  })

  test('sends the session token from log-in until log-out', async () => {
    await logInToServer()
    answer(200, {})
    await call(getSession)
    expect(headers()).toMatchObject({ authorization: 'Bearer secret', 'x-device': 'known' })
    answer(200, { _id: ID })
    await call(logOut)
    answer(200, {})
    await call(getSession)
    expect(headers()).not.toHaveProperty('authorization')
    expect(headers()).toMatchObject({ 'x-device': 'known' })
  })

  test('deletes a session token that the server rejects, but not after any other error', async () => {
    await logInToServer()
    for (const [status, key] of [
      [503, 'maintenance'],
      [401, 'baduserpassword'],
      [403, 'forbidden'],
    ] as const) {
      answer(status, { error: { key } })
      await expect(call(listEvents, { query: { page: 1, filter: 'all' } })).rejects.toMatchObject({ key })
      expect(savedSecrets.token).toBe('secret')
    }
    answer(401, { error: { key: 'nosession' } })
    await expect(call(getSession)).rejects.toMatchObject({ key: 'nosession' })
    expect(savedSecrets.token).toBeNull()
    await logInToServer()
    answer(403, { error: { key: 'unauthorized' } })
    await expect(call(getSession)).rejects.toMatchObject({ key: 'unauthorized' })
    expect(savedSecrets.token).toBeNull()
  })

  test('accepts a session token only from a log-in response', async () => {
    answer(200, { token: 'of something else', deviceToken: 'x' })
    await call(getSession)
    expect(savedSecrets).toEqual({})
  })
})

test('an upload from a native shell sends the session token too', async () => {
  await logInToServer()
  const sentHeaders: Record<string, string> = {}
  let opened = ''
  class Request {
    upload = {}
    open(_: string, url: string) {
      opened = url
    }
    setRequestHeader(name: string, value: string) {
      sentHeaders[name] = value
    }
    send() {}
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  void upload(uploadMedia, { body: {}, files: [] })
  expect(opened).toBe(`${SERVER}/media`)
  expect(sentHeaders).toMatchObject({ authorization: 'Bearer secret', 'x-client': 'shell' })
})

test('the live connection sends the session token in its protocol header, not in its URL', async () => {
  await logInToServer()
  const opened: unknown[] = []
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor(...socketArguments: unknown[]) {
        opened.push(socketArguments)
      }
      close() {}
    },
  )
  const live = createLiveConnection()
  live.open()
  live.close()
  expect(opened[0]).toEqual(['wss://parvis.example/socket', ['parvis', 'secret']])
})

describe('a picture URL in a native shell', () => {
  test('points to the server, with the signature after the size', () => {
    expect(withServerUrls(`${signed}/card`)).toBe(`${SERVER}/media/${ID}/card?s=${signed.split('=')[1]}`)
    expect(withServerUrls(`/media/${ID}/thumb`)).toBe(`${SERVER}/media/${ID}/thumb`)
    expect(withServerUrls('/media/picto/waving-hand.svg')).toBe(`${SERVER}/media/picto/waving-hand.svg`)
    expect(withServerUrls(signed)).toBe(`${SERVER}${signed}`)
  })

  test('has its signature in each size of a srcset', () => {
    const query = signed.split('?')[1]
    expect(withServerUrls(`${signed}/thumb 160w, ${signed}/card 800w`)).toBe(
      `${SERVER}/media/${ID}/thumb?${query} 160w, ${SERVER}/media/${ID}/card?${query} 800w`,
    )
  })

  test('stays unchanged for a bundled or local picture', () => {
    for (const source of ['/assets/lake.webp', 'blob:https://localhost/1', 'data:image/png;base64,AA'])
      expect(withServerUrls(source)).toBe(source)
  })

  test('is made absolute in every `img` that the JSX runtime creates', () => {
    const { props } = jsx('img', {
      src: `${signed}/card`,
      srcSet: `${signed}/thumb 160w`,
      alt: 'x',
    }) as ReactElement<object>
    const query = signed.split('?')[1]
    expect(props).toEqual({
      alt: 'x',
      src: `${SERVER}/media/${ID}/card?${query}`,
      srcSet: `${SERVER}/media/${ID}/thumb?${query} 160w`,
    })
    expect(jsx('a', { href: '/media/x' }).props).toEqual({ href: '/media/x' })
  })
})
