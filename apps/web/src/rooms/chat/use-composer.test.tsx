import type { Conversation } from '@parvis/contract/chat.ts'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { forgetDraftsOf } from '#web/kernel/device/drafts.ts'
import { stored } from '#web/kernel/device/stored.ts'
import { draw, drawAlone, wipe } from '#web/testing/draw-alone.tsx'
import { useComposer } from './use-composer.ts'

drawAlone('chat')

const conversation = {
  _id: 'c1',
  user: { _id: 'them' },
  abilities: { write: true, attach: false },
} as unknown as Conversation
let write: (text: string) => void
const Composer = ({ me, who }: { me: string; who: string }) => {
  const composer = useComposer({
    me,
    name: { who },
    conversation,
    title: 'Camille',
    about: null,
    aboutAs: 'event',
    onAboutGone: () => {},
  })
  write = composer.write
  return <output>{composer.text}</output>
}
const open = async (me: string, who = 'camille') => {
  await wipe()
  await draw(<Composer key={`${me} ${who}`} me={me} who={who} />)
  return document.querySelector('output')!.textContent
}

beforeEach(() => localStorage.clear())

test('what one began to write is theirs alone: the next on this device finds nothing of it in the same conversation', async () => {
  expect(await open('a')).toBe('')
  await act(async () => write('between us'))
  expect(await open('b')).toBe('')
  await act(async () => write('of another'))
  expect(await open('a')).toBe('between us')
  expect(await open('a', 'nora')).toBe('')
  // whoever signs in keeps their own, and takes away what is of others
  forgetDraftsOf('chatdrafts', 'a')
  expect(await open('b')).toBe('')
  expect(await open('a')).toBe('between us')
  await act(async () => write(''))
  expect(stored('chatdrafts')).toBeNull()
})
