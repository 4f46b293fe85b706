import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { isRedirect } from '@tanstack/react-router'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { renderStandalone, refusal, stub } from '#web/testing/render-standalone.tsx'
import { Route as Camera } from '#web/routes/appareil-photo.tsx'
import { Route as Start } from '#web/routes/index.tsx'

renderStandalone()

const session = { _id: 'me', customUri: 'les-tilleuls', strategy: 'local' } as SessionUser
const signIn = () => {
  store('strategy', 'local')
  stub(getSession, session)
}
const signOut = () => {
  store('strategy', null)
  stub(getSession, () => refusal('nosession'))
}
beforeEach(() => {
  localStorage.clear()
  signOut()
})

/** Returns the redirect of a route, or null if the route renders. */
const redirectOf = async (route: { options: { beforeLoad?: unknown } }, search: object) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  try {
    await (route.options.beforeLoad as (args: object) => Promise<void>)({
      context: { queryClient },
      search,
      location: { search },
    })
    return null
  } catch (error) {
    if (!isRedirect(error)) throw error
    const { to, params, search: targetSearch } = error.options as { to: string; params?: object; search?: object }
    return { to, ...(params && { params }), ...(targetSearch && { search: targetSearch }) }
  }
}

describe('the camera screen', () => {
  const readSearch = Camera.options.validateSearch as (search: object) => { from?: string }

  test('opens for a form that needs a photo', async () => {
    signIn()
    expect(readSearch({ from: 'post' })).toEqual({ from: 'post' })
    expect(await redirectOf(Camera, { from: 'post' })).toBeNull()
  })

  test('redirects if the form is unknown or nobody is signed in', async () => {
    expect(await redirectOf(Camera, { from: 'post' })).toEqual({ to: '/' })
    signIn()
    expect(readSearch({ from: 'nobody' })).toEqual({ from: undefined })
    expect(await redirectOf(Camera, readSearch({ from: 'nobody' }))).toEqual({ to: '/' })
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
  ])('opens the screen of the app shortcut %s, or the feed if the shortcut is unknown', async (vers, expected) => {
    signIn()
    expect(await redirectOf(Start, { vers })).toEqual(expected)
  })

  test('opens the landing page or the shortcut in the last community when nobody is signed in', async () => {
    store('neighborhoodUri', 'les-tilleuls')
    expect(await redirectOf(Start, {})).toEqual({ to: '/$c', params })
    expect(await redirectOf(Start, { vers: 'chat' })).toEqual({ to: '/$c/mes-conversations', params })
  })
})
