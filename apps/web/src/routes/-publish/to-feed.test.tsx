import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { act, useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { draw, drawAlone } from '#web/testing/draw-alone.tsx'
import { chosen, useToFeed } from './to-feed.ts'

drawAlone()

let router: AnyRouter
let toFeed: () => void
const Screen = () => {
  const current = { router: useRouter(), toFeed: useToFeed('les-tilleuls') }
  useEffect(() => {
    ;({ router, toFeed } = current)
  })
  return null
}

const at = () => router.state.location.pathname.replace('/les-tilleuls/', '')
const go = (path: string, state = {}) =>
  act(() => router.navigate({ to: `/les-tilleuls/${path}`, state } as Parameters<AnyRouter['navigate']>[0]))
const publish = async () => {
  await act(async () => toFeed())
  await vi.waitFor(() => expect(at()).toBe('actualites'))
}
const goBack = async (to: string) => {
  await act(async () => router.history.back())
  await vi.waitFor(() => expect(at()).toBe(to))
}

test('goes to the feed after publishing from a tile, and from there back to the screen before the tiles', async () => {
  await draw(<Screen />, '/les-tilleuls/meteo')
  await go('mes-conversations')
  await go('actualites/instants-partage')
  await go('actualites/parametres-publication', chosen)
  await publish()
  await goBack('mes-conversations')
  await goBack('meteo')
})

test('replaces only the form when it was opened from elsewhere', async () => {
  await draw(<Screen />, '/les-tilleuls/mes-conversations')
  await go('actualites/edition-publication')
  await publish()
  await goBack('mes-conversations')
})
