import { useLocation, useNavigate } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { draw, drawAlone, named, press, until } from '#web/testing/draw-alone.tsx'
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

test('a focus that went with the screen before is in the new one', async () => {
  await draw(<Screens />)
  named('Go on')!.focus()
  await press('Go on')
  await until(() => document.activeElement?.id === 'main')
  expect(document.activeElement?.id).toBe('main')
})
