import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { act, useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { chosen, useGoToFeed } from './use-go-to-feed.ts'

renderStandalone()

let router: AnyRouter
let goToFeed: () => void
const Screen = () => {
  const current = { router: useRouter(), goToFeed: useGoToFeed('les-tilleuls') }
  useEffect(() => {
    ;({ router, goToFeed } = current)
  })
  return null
}

const currentPath = () => router.state.location.pathname.replace('/les-tilleuls/', '')
const navigateTo = (path: string, state = {}) =>
  act(() => router.navigate({ to: `/les-tilleuls/${path}`, state } as Parameters<AnyRouter['navigate']>[0]))
const publish = async () => {
  await act(async () => goToFeed())
  await vi.waitFor(() => expect(currentPath()).toBe('actualites'))
}
const goBack = async (to: string) => {
  await act(async () => router.history.back())
  await vi.waitFor(() => expect(currentPath()).toBe(to))
}

test('publishing from a template opens the feed, from which going back leads to the screen before the template list', async () => {
  await render(<Screen />, '/les-tilleuls/meteo')
  await navigateTo('mes-conversations')
  await navigateTo('actualites/instants-partage')
  await navigateTo('actualites/parametres-publication', chosen)
  await publish()
  await goBack('mes-conversations')
  await goBack('meteo')
})

test('publishing in a form opened from another screen replaces only the form in the history', async () => {
  await render(<Screen />, '/les-tilleuls/mes-conversations')
  await navigateTo('actualites/edition-publication')
  await publish()
  await goBack('mes-conversations')
})
