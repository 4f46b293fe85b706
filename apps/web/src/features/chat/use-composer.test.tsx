import type { Conversation } from '@parvis/contract/chat.ts'
import { beforeEach, expect, test } from 'vitest'
import { clearDrafts } from '#web/kernel/device/drafts.ts'
import { stored } from '#web/kernel/device/stored.ts'
import { render, renderStandalone, clearPage, typeInto } from '#web/testing/render-standalone.tsx'
import { useComposer } from './use-composer.ts'

renderStandalone('chat')

const conversation = {
  _id: 'c1',
  user: { _id: 'them' },
  abilities: { write: true, attach: false },
} as unknown as Conversation
const Composer = ({ me, who }: { me: string; who: string }) => {
  const composer = useComposer({
    me,
    threadKey: { who },
    conversation,
    title: 'Camille',
    aboutPost: null,
    aboutType: 'event',
    onAboutPostCleared: () => {},
  })
  return <textarea name="message" value={composer.text} onChange={({ target }) => composer.updateText(target.value)} />
}
const renderComposer = async (me: string, who = 'camille') => {
  await clearPage()
  await render(<Composer key={`${me} ${who}`} me={me} who={who} />)
  return document.querySelector('textarea')!.value
}

beforeEach(() => localStorage.clear())

test('a draft belongs to one account and one conversation, and the log-in of another account deletes the draft', async () => {
  expect(await renderComposer('a')).toBe('')
  await typeInto('between us', 'textarea')
  expect(await renderComposer('b')).toBe('')
  await typeInto('of another', 'textarea')
  expect(await renderComposer('a')).toBe('between us')
  expect(await renderComposer('a', 'nora')).toBe('')
  // The app makes this call when `a` logs in; it deletes the drafts of all other accounts.
  clearDrafts('chatdrafts', 'a')
  expect(await renderComposer('b')).toBe('')
  expect(await renderComposer('a')).toBe('between us')
  await typeInto('', 'textarea')
  expect(stored('chatdrafts')).toBeNull()
})
