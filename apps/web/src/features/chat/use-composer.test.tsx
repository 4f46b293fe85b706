import type { Conversation } from '@parvis/contract/chat.ts'
import { beforeEach, expect, test } from 'vitest'
import { forgetDraftsOf } from '#web/kernel/device/drafts.ts'
import { stored } from '#web/kernel/device/stored.ts'
import { draw, drawAlone, wipe, write } from '#web/testing/draw-alone.tsx'
import { useComposer } from './use-composer.ts'

drawAlone('chat')

const conversation = {
  _id: 'c1',
  user: { _id: 'them' },
  abilities: { write: true, attach: false },
} as unknown as Conversation
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
  return <textarea name="message" value={composer.text} onChange={({ target }) => composer.write(target.value)} />
}
const open = async (me: string, who = 'camille') => {
  await wipe()
  await draw(<Composer key={`${me} ${who}`} me={me} who={who} />)
  return document.querySelector('textarea')!.value
}

beforeEach(() => localStorage.clear())

test('keeps the draft of a conversation per account: the next user of the device does not see it', async () => {
  expect(await open('a')).toBe('')
  await write('between us', 'textarea')
  expect(await open('b')).toBe('')
  await write('of another', 'textarea')
  expect(await open('a')).toBe('between us')
  expect(await open('a', 'nora')).toBe('')
  // Logging in clears the drafts of other accounts and keeps one’s own.
  forgetDraftsOf('chatdrafts', 'a')
  expect(await open('b')).toBe('')
  expect(await open('a')).toBe('between us')
  await write('', 'textarea')
  expect(stored('chatdrafts')).toBeNull()
})
