import { useLocation, useNavigate } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { draw, drawAlone, named, press, told, until } from '#web/testing/draw-alone.tsx'
import { closeToast, showToast, shownToasts } from '#web/ui/toasts.ts'
import { Announcer } from './Announcer.tsx'

drawAlone()

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

test('moves a lost focus into the new screen', async () => {
  await draw(<Screens />)
  named('Go on')!.focus()
  await press('Go on')
  await until(() => document.activeElement?.id === 'main')
  expect(document.activeElement?.id).toBe('main')
})

test('closes the toasts of the previous screen and keeps those shown during the navigation', async () => {
  await draw(<Screens />)
  showToast({ text: 'Answer removed.' })
  dispatchEvent(new Event('pointerdown'))
  showToast({ text: 'Profile saved.' })
  await press('Go on')
  await until(() => told().length === 1)
  expect(told()).toEqual(['Profile saved.'])
  for (const { id } of shownToasts()) closeToast(id)
})
