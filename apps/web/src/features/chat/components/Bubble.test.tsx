import { expect, test } from 'vitest'
import { render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { Bubble } from './Bubble.tsx'
import { ME, someMessage } from '../some-message.ts'

renderStandalone('chat')

test('each message names its author in text, not only by side and colour', async () => {
  const theirs = someMessage(1, { text: 'Bonjour' })
  const mine = someMessage(2, { from: ME, text: 'Salut' })
  theirs.meta.user.firstname = 'Mehdi'
  const shared = { joined: true, state: null, isGroup: false, menu: null }
  await render(
    <>
      <Bubble message={theirs} isMine={false} name={null} {...shared} />
      <Bubble message={mine} isMine name={null} {...shared} />
      <Bubble message={theirs} isMine={false} name="Mehdi B." {...shared} />
    </>,
  )
  const texts = [...document.querySelectorAll('[data-joined]')].map(bubble => bubble.textContent)
  expect(texts.map(text => text!.replace(/\d.*/, ''))).toEqual(['Mehdi: Bonjour', 'You: Salut', 'Mehdi B.Bonjour'])
})
