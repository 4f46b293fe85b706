import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { isRedirect } from '@tanstack/react-router'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { drawAlone, refusal, stub } from '#web/testing/draw-alone.tsx'
import { Route as Camera } from '../appareil-photo.tsx'
import { Route as Start } from '../index.tsx'

drawAlone()

const session = { _id: 'me', customUri: 'les-tilleuls', strategy: 'local' } as SessionUser
const enter = () => {
  store('strategy', 'local')
  stub(getSession, session)
}
const leaveNobody = () => {
  store('strategy', null)
  stub(getSession, () => refusal('nosession'))
}
beforeEach(() => {
  localStorage.clear()
  leaveNobody()
})

/** The redirect of a route; null if it renders. */
const ledBy = async (route: { options: { beforeLoad?: unknown } }, search: object) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  try {
    await (route.options.beforeLoad as (given: object) => Promise<void>)({
      context: { queryClient },
      search,
      location: { search },
    })
    return null
  } catch (error) {
    if (!isRedirect(error)) throw error
    const { to, params, search: asked } = error.options as { to: string; params?: object; search?: object }
    return { to, ...(params && { params }), ...(asked && { search: asked }) }
  }
}

describe('the camera', () => {
  const readSearch = Camera.options.validateSearch as (search: object) => { from?: string }

  test('opens for a form that needs a photo', async () => {
    enter()
    expect(readSearch({ from: 'post' })).toEqual({ from: 'post' })
    expect(await ledBy(Camera, { from: 'post' })).toBeNull()
  })

  test('redirects without a known form or a session', async () => {
    expect(await ledBy(Camera, { from: 'post' })).toEqual({ to: '/' })
    enter()
    expect(readSearch({ from: 'nobody' })).toEqual({ from: undefined })
    expect(await ledBy(Camera, readSearch({ from: 'nobody' }))).toEqual({ to: '/' })
  })
})

describe('the start page', () => {
  const params = { c: 'les-tilleuls' }

  test.each([
    ['chat', { to: '/$c/mes-conversations', params }],
    ['settings', { to: '/$c/parametres', params }],
    ['publish', { to: '/$c/actualites/edition-publication', params }],
    ['shared.17', { to: '/$c/actualites/edition-publication', params, search: { shared: '17' } }],
    ['shared', { to: '/$c/actualites/edition-publication', params, search: { shared: 'none' } }],
    ['nowhere', { to: '/$c/actualites', params }],
  ])('opens the screen named by the app icon: %s', async (vers, led) => {
    enter()
    expect(await ledBy(Start, { vers })).toEqual(led)
  })

  test('opens the landing page of the last community when nobody is signed in', async () => {
    store('neighborhoodUri', 'les-tilleuls')
    expect(await ledBy(Start, {})).toEqual({ to: '/$c', params })
    expect(await ledBy(Start, { vers: 'chat' })).toEqual({ to: '/$c/mes-conversations', params })
  })
})
