import { useLocation, useNavigate } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { render, renderStandalone, findNamed, press, toastTexts, waitUntil } from '#web/testing/render-standalone.tsx'
import { closeToast, showToast, shownToasts } from '#web/ui/toasts.ts'
import { Announcer } from './Announcer.tsx'

renderStandalone()

const Screens = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <Announcer />
      <main id="main" tabIndex={-1}>
        {pathname === '/' && <button onClick={() => void navigate({ to: '/communautes' })}>Go on</button>}
      </main>
    </>
  )
}

test('a navigation that removes the focused element moves focus into the new screen', async () => {
  await render(<Screens />)
  findNamed('Go on')!.focus()
  await press('Go on')
  await waitUntil(() => document.activeElement?.id === 'main')
  expect(document.activeElement?.id).toBe('main')
})

test('a navigation closes the toasts shown before the last pointer press, but not later toasts', async () => {
  await render(<Screens />)
  showToast({ text: 'Answer removed.' })
  dispatchEvent(new Event('pointerdown'))
  showToast({ text: 'Profile saved.' })
  await press('Go on')
  await waitUntil(() => toastTexts().length === 1)
  expect(toastTexts()).toEqual(['Profile saved.'])
  for (const { id } of shownToasts()) closeToast(id)
})
