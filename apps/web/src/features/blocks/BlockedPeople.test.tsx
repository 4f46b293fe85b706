import { type BlockedPerson, blockUser, listBlocked, unblockUser } from '@parvis/contract/blocks.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import { draw, drawAlone, press, refusal, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { called } from '#web/testing/fields.ts'
import { BlockedPeople } from './BlockedPeople.tsx'
import { BlockedThread } from './BlockedThread.tsx'

drawAlone('blocks')

const bob = {
  _id: 'bob',
  pseudo: 'bob',
  firstname: null,
  initial: null,
  company: null,
  date: new Date().toISOString(),
} as BlockedPerson
const changed = vi.fn()
let blocked: BlockedPerson[]
beforeEach(() => {
  changed.mockClear()
  blocked = [bob]
  stub(listBlocked, () => blocked)
  stub(unblockUser, () => {
    blocked = []
    return { ...bob, blocked: false } as never
  })
  stub(blockUser, () => {
    blocked = [bob]
    return { ...bob, blocked: true } as never
  })
})
const takeBack = () => called(t('blocks.unblock.of', { name: 'bob' }))

describe('the list of blocked people', () => {
  test('unblocks one person, moves the focus to the title and offers an undo', async () => {
    await draw(<BlockedPeople onChanged={changed} />)
    await until(() => takeBack() !== undefined)
    await act(async () => {
      takeBack()!.focus()
      takeBack()!.click()
    })
    await shows(t('blocks.list.empty'))
    expect(changed).toHaveBeenLastCalledWith('bob', false)
    await until(() => document.activeElement?.textContent === t('blocks.list.title'))
    expect(document.activeElement?.textContent).toBe(t('blocks.list.title'))
    const undone = shownToasts().find(({ text }) => text === t('blocks.undone', { name: 'bob' }))!
    await act(async () => undone.action!.onClick())
    await until(() => takeBack() !== undefined)
    expect(takeBack()).toBeDefined()
    expect(changed).toHaveBeenLastCalledWith('bob', true)
  })

  test('loads again after a failure', async () => {
    stub(listBlocked, () => refusal('unexpectederror'))
    await draw(<BlockedPeople onChanged={changed} />)
    await shows(t('blocks.list.failed'))
    stub(listBlocked, [])
    await press(t('common.retry'))
    await shows(t('blocks.list.empty'))
  })

  test('keeps a person blocked and shows an error when the server refuses', async () => {
    stub(unblockUser, () => refusal('toomanyrequests'))
    await draw(<BlockedPeople onChanged={changed} />)
    await until(() => takeBack() !== undefined)
    await act(async () => takeBack()!.click())
    await until(() => shownToasts().some(({ text }) => text.startsWith(t('blocks.undo.failed', { name: 'bob' }))))
    expect(takeBack()).toBeDefined()
    expect(changed).not.toHaveBeenCalled()
  })
})

describe('BlockedThread', () => {
  test('shows that the person is blocked and takes the focus when nothing else has it', async () => {
    await draw(<BlockedThread who="bob" otherwise={<p>Nobody</p>} onChanged={changed} />)
    await shows(t('blocks.thread.title', { name: 'bob' }))
    expect(document.activeElement?.textContent).toBe(t('blocks.thread.title', { name: 'bob' }))
    await press(t('blocks.unblock'))
    await shows('Nobody')
    expect(changed).toHaveBeenLastCalledWith('bob', false)
  })
})
