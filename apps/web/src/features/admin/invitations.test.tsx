import { type Invitation, invite, listInvitations, printCode, withdrawInvitation } from '@parvis/contract/admin.ts'
import { act, createRef } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  bodies,
  render,
  renderStandalone,
  findNamed,
  press,
  refusal,
  expectText,
  stub,
  tap,
  toastTexts,
  waitUntil,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { Invitations } from './components/Invitations.tsx'
import { LetterDialog } from './components/LetterDialog.tsx'
import {
  acceptDialog,
  renderFakeProofPrompt,
  community,
  fieldNamed,
  isInvalid,
  page,
  writeCalls,
} from './testing/desk.tsx'

renderStandalone('admin', 'entry', 'session', 'print', 'media')

describe('an invitation', () => {
  const invitation = (_id: string, more: Partial<Invitation> = {}): Invitation => ({
    _id,
    email: null,
    building: null,
    floor: null,
    apartmentNumber: null,
    role: 'neighbor',
    date: new Date().toISOString(),
    expiresAt: null,
    ...more,
  })
  const letter = { code: 'ABCD-EFGH-JKLM', link: 'https://parvis.test/x', expiresAt: '2099-01-01T00:00:00Z' }
  const onInviteFormOpenChange = vi.fn()
  let invited: Invitation[]
  const open = () => {
    onInviteFormOpenChange.mockClear()
    return render(
      <Invitations
        headingRef={createRef()}
        community={community}
        desk={{ roles: ['neighbor', 'employee'], stays: false }}
        renderProofPrompt={renderFakeProofPrompt}
        isInviteFormOpen
        onInviteFormOpenChange={onInviteFormOpenChange}
      />,
    )
  }
  beforeEach(() => {
    invited = []
    stub(listInvitations, () => page(invited))
  })

  test('by mail requires an e-mail address that no member has, and appears in the list once sent', async () => {
    await open()
    await press('Send the invitation')
    await waitUntil(() => isInvalid('email'))
    expect(writeCalls()).toEqual([])
    await typeInto('zoe@example.org', '[name=email]')
    await typeInto('B', '[name=building]')
    stub(invite, () => refusal('alreadyregistereduser'))
    await press('Send the invitation')
    await expectText('Somebody with this e-mail is a member here already.')
    expect(fieldNamed('email').value).toBe('zoe@example.org')
    const made = invitation('i1', { email: 'zoe@example.org', building: 'B' })
    stub(invite, () => {
      invited = [made]
      return { invitation: made, letter: null }
    })
    await press('Send the invitation')
    await waitUntil(() => toastTexts().includes('The invitation is on its way to zoe@example.org.'))
    expect(bodies.at(-1)).toMatchObject({ email: 'zoe@example.org', building: 'B', role: 'neighbor' })
    expect(onInviteFormOpenChange).toHaveBeenCalledWith(false)
    await waitUntil(() => findNamed('Withdraw the invitation: zoe@example.org') !== undefined)
    // An invitation sent by e-mail has no letter to print.
    expect(findNamed('Print a new letter: zoe@example.org')).toBeUndefined()
  })

  test('by letter shows its code, and is withdrawn after a confirmation', async () => {
    await open()
    // The e-mail address was typed before the switch to a printed letter; it must not be sent.
    await typeInto('zoe@example.org', '[name=email]')
    await tap('Printed code')
    await typeInto('31', '[name=apartmentNumber]')
    stub(invite, () => {
      invited = [invitation('i1', { apartmentNumber: '31' })]
      return { invitation: invited[0]!, letter }
    })
    await press('Make the letter')
    await expectText('ABCD-EFGH-JKLM')
    expect(bodies).toEqual([expect.objectContaining({ email: null, apartmentNumber: '31' })])
    await tap('Close')
    await act(async () => document.querySelector<HTMLElement>('dialog button[data-kind=danger]')!.click())
    stub(withdrawInvitation, ({ params }) => {
      invited = []
      return { _id: params.id! }
    })
    await act(async () => document.querySelector<HTMLElement>('[aria-label^="Withdraw the invitation"]')!.click())
    expect(writeCalls()).toHaveLength(1)
    await acceptDialog()
    await waitUntil(() => toastTexts().includes('The invitation is withdrawn.'))
    expect(writeCalls().at(-1)).toBe('DELETE /admin/invitations/i1')
    expect(document.querySelector('[aria-label^="Withdraw the invitation"]')).toBeNull()
  })

  test('for a team role is sent only after the password is confirmed, and the form keeps its values', async () => {
    await open()
    await typeInto('zoe@example.org', '[name=email]')
    await act(async () => {
      const role = document.querySelector<HTMLSelectElement>('[name=role]')!
      role.value = 'employee'
      role.dispatchEvent(new Event('change', { bubbles: true }))
    })
    stub(invite, () => refusal('alreadyregistereduser'))
    await press('Send the invitation')
    await expectText('Invite somebody with this role: Team?')
    expect(writeCalls()).toEqual([])
    await press('Not proved')
    expect([writeCalls(), fieldNamed('email').value]).toEqual([[], 'zoe@example.org'])
    await press('Send the invitation')
    await press('Proved: Send the invitation')
    await expectText('Somebody with this e-mail is a member here already.')
    expect(bodies).toEqual([expect.objectContaining({ email: 'zoe@example.org', role: 'employee' })])
    expect(document.body.textContent).not.toContain('Invite somebody with this role')
  })

  test('for a team role has its letter printed again only after the password is confirmed', async () => {
    invited = [invitation('i1', { apartmentNumber: '31', role: 'employee' })]
    stub(printCode, () => letter)
    await open()
    const again = () => document.querySelector<HTMLElement>('[aria-label^="Print a new letter"]')
    await waitUntil(() => again() !== null)
    await act(async () => again()!.click())
    await expectText('Print a letter that opens an account of the team?')
    expect(writeCalls()).toEqual([])
    await press('Proved: Make the letter')
    await expectText('ABCD-EFGH-JKLM')
  })

  test('by letter asks for confirmation when its dialog is closed before printing, but not after', async () => {
    const onClose = vi.fn()
    const print = vi.fn()
    vi.stubGlobal('print', print)
    window.print = print
    await render(<LetterDialog letter={{ ...letter, home: null }} community={community} onClose={onClose} />)
    await tap('Close')
    await waitUntil(() => document.querySelector('dialog button[data-kind=danger]') !== null)
    expect(onClose).not.toHaveBeenCalled()
    await act(async () => document.querySelector<HTMLElement>('dialog button[data-kind=danger]')!.click())
    expect(onClose).toHaveBeenCalledOnce()
    await render(<LetterDialog letter={{ ...letter, home: null }} community={community} onClose={onClose} />)
    const dialog = [...document.querySelectorAll('dialog')].at(-1)!
    await act(async () => dialog.querySelector<HTMLElement>('[data-autofocus]')!.click())
    expect(print).toHaveBeenCalledOnce()
    await act(async () => dialog.querySelector<HTMLElement>('[aria-label=Close]')!.click())
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})
