import type { Conversation } from '@parvis/contract/chat.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { render, renderStandalone, typeInto } from '#web/testing/render-standalone.tsx'
import { runningChat } from '../running-chat.ts'
import { ChatComposer } from './ChatComposer.tsx'

renderStandalone('chat')

const conversation = {
  _id: 'c1',
  user: { _id: 'them', firstname: 'Camille' },
  abilities: { write: true, attach: true },
} as unknown as Conversation
const me = { _id: 'me', abilities: { chat: true } } as unknown as SessionUser

beforeEach(async () => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('hover: hover') }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }))
  await outbox.open('me')
  runningChat.set({ markRead: () => {}, sendTyping: () => {} })
  await render(
    <ChatComposer
      threadKey={{ who: 'camille' }}
      conversation={conversation}
      title="Camille"
      me={me}
      aboutPost={null}
      aboutType="event"
      aboutCard={null}
      onAboutPostCleared={() => {}}
      map={{ start: { longitude: 6.1, latitude: 45.9 } as never }}
    />,
  )
})
const textarea = () => document.querySelector('textarea')!
const pressEnter = (eventInit: KeyboardEventInit & { keyCode?: number } = {}) =>
  act(async () => {
    textarea().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, keyCode: 13, ...eventInit }),
    )
  })

test('the Enter key that ends an IME composition does not send the message, in the event order of Chrome and of Safari', async () => {
  await typeInto('東京', 'textarea')
  await pressEnter({ isComposing: true })
  expect(textarea().value).toBe('東京')
  await pressEnter({ isComposing: false, keyCode: 229 })
  expect(textarea().value).toBe('東京')
  await pressEnter()
  expect(textarea().value).toBe('')
})

/** Whether the composer prevented the browser’s default paste. */
const isPasteHandled = async (types: string[]) => {
  const files = [new File(['x'], 'image.png', { type: 'image/png' })]
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { files, types } })
  await act(async () => {
    textarea().dispatchEvent(event)
  })
  return event.defaultPrevented
}

test('a paste inserts text if the clipboard has any, and attaches a picture only if it has no text', async () => {
  expect(await isPasteHandled(['text/plain', 'text/html', 'Files'])).toBe(false)
  expect(await isPasteHandled(['Files'])).toBe(true)
})
