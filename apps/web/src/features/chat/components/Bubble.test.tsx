import { expect, test } from 'vitest'
import { draw, drawAlone } from '#web/testing/draw-alone.tsx'
import { Bubble } from './Bubble.tsx'
import { ME, someMessage } from '../some-message.ts'

drawAlone('messages')

test('names the author of each message in text, not only by side and colour', async () => {
  const theirs = someMessage(1, { text: 'Bonjour' })
  const mine = someMessage(2, { from: ME, text: 'Salut' })
  theirs.meta.user.firstname = 'Mehdi'
  const shared = { joined: true, state: null, isGroup: false, menu: null }
  await draw(
    <>
      <Bubble message={theirs} mine={false} name={null} {...shared} />
      <Bubble message={mine} mine name={null} {...shared} />
      <Bubble message={theirs} mine={false} name="Mehdi B." {...shared} />
    </>,
  )
  const said = [...document.querySelectorAll('[data-joined]')].map(bubble => bubble.textContent)
  expect(said.map(text => text!.replace(/\d.*/, ''))).toEqual(['Mehdi: Bonjour', 'You: Salut', 'Mehdi B.Bonjour'])
})
