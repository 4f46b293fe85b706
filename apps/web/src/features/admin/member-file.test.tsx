import { changeMember, type MemberFile } from '@parvis/contract/admin.ts'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  choose,
  render,
  renderStandalone,
  press,
  countRadios,
  refusal,
  expectText,
  stub,
  toastTexts,
  waitUntil,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { MemberAccess } from './components/MemberAccess.tsx'
import { MemberBirthdate } from './components/MemberBirthdate.tsx'
import { MemberRole } from './components/MemberRole.tsx'
import { Stays } from './components/Stays.tsx'
import { renderFakeProofPrompt, community, writeCalls } from './testing/desk.tsx'

renderStandalone('admin', 'entry', 'session', 'print', 'media')

describe('a member', () => {
  const member = (more: Partial<MemberFile> = {}) =>
    ({
      _id: 'm',
      firstname: 'Zoé',
      lastname: null,
      pseudo: 'zoe',
      gender: 'other',
      role: 'administrator',
      disabled: false,
      abilities: { changeRole: true, disable: true },
      ...more,
    }) as MemberFile
  const value = () => document.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value
  const roles = ['neighbor', 'employee', 'administrator'] as const

  test('keeps the birth date when an incomplete one is submitted, and loses it when an empty field is submitted', async () => {
    const born = member({ birthdate: '12/05/1990', minor: false })
    stub(changeMember, born)
    await render(<MemberBirthdate communityId="home" member={born} />)
    const field = document.querySelector<HTMLInputElement>('input[name=birthdate]')!
    let badInput = true
    Object.defineProperty(field, 'validity', { get: () => ({ badInput }) })
    await typeInto('', 'input[name=birthdate]')
    await press('Save')
    await expectText(t('errors.invaliddateformat'))
    expect(bodies).toEqual([])
    badInput = false
    await press('Save')
    await waitUntil(() => toastTexts().length > 0)
    expect([bodies, toastTexts()]).toEqual([[{ birthdate: null }], ['The birth date of Zoé is removed.']])
  })

  test('who is the last administrator keeps the role, and sees an error, when they try to give it up', async () => {
    const onOwnRole = vi.fn()
    stub(changeMember, () => refusal('laststaff'))
    await render(
      <MemberRole
        communityId="home"
        member={member()}
        roles={roles}
        isSelf
        renderProofPrompt={renderFakeProofPrompt}
        onOwnRoleChanged={onOwnRole}
      />,
    )
    expect(countRadios()).toBe(3)
    await choose('neighbor')
    await expectText('Give up your own role?')
    expect(writeCalls()).toEqual([])
    await press('Proved: Give it up')
    await waitUntil(() => document.querySelector('[data-kind=danger]') !== null)
    expect([value(), onOwnRole.mock.calls.length]).toEqual(['administrator', 0])
    expect(bodies).toEqual([{ role: 'neighbor' }])
  })

  test('is granted a team role only after the viewer has confirmed the password', async () => {
    const zoe = member({ role: 'neighbor' })
    stub(changeMember, { ...zoe, role: 'employee' })
    await render(
      <MemberRole
        communityId="home"
        member={zoe}
        roles={roles}
        isSelf={false}
        renderProofPrompt={renderFakeProofPrompt}
        onOwnRoleChanged={() => {}}
      />,
    )
    await choose('employee')
    await expectText('Give Zoé this role: Team?')
    await expectText('Answers for the team, sees addresses. In force at once')
    await press('Not proved')
    expect([writeCalls(), value(), document.body.textContent.includes('Give Zoé this role')]).toEqual([
      [],
      'neighbor',
      false,
    ])
    await choose('employee')
    await press('Proved: Give the role')
    await waitUntil(() => toastTexts().some(text => text.startsWith('Zoé now has this role')))
    expect(bodies).toEqual([{ role: 'employee' }])
    expect(document.body.textContent).not.toContain('Give Zoé this role')
  })

  test('loses a team role only after a confirmation', async () => {
    stub(changeMember, member({ role: 'neighbor' }))
    await render(
      <MemberRole
        communityId="home"
        member={member()}
        roles={roles}
        isSelf={false}
        renderProofPrompt={renderFakeProofPrompt}
        onOwnRoleChanged={() => {}}
      />,
    )
    await choose('neighbor')
    await expectText('Give Zoé this role: Resident?')
    expect(writeCalls()).toEqual([])
  })

  test('receives the role of a professional without a confirmation; the role of a webmaster cannot be changed', async () => {
    const zoe = member({ role: 'neighbor' })
    stub(changeMember, { ...zoe, role: 'advertiser' })
    const withShops = [...roles, 'advertiser'] as const
    await render(
      <MemberRole
        communityId="home"
        member={zoe}
        roles={withShops}
        isSelf={false}
        renderProofPrompt={renderFakeProofPrompt}
        onOwnRoleChanged={() => {}}
      />,
    )
    await choose('advertiser')
    await waitUntil(() => toastTexts().some(text => text.startsWith('Zoé now has this role')))
    expect(bodies).toEqual([{ role: 'advertiser' }])
    const above = member({ role: 'webmaster', abilities: { ...member().abilities, changeRole: false } })
    await render(
      <MemberRole
        communityId="home"
        member={above}
        roles={roles}
        isSelf={false}
        renderProofPrompt={renderFakeProofPrompt}
        onOwnRoleChanged={() => {}}
      />,
    )
    await expectText('Only a webmaster decides on this role.')
    expect([...document.querySelectorAll<HTMLInputElement>('input:disabled, input[disabled]')]).toHaveLength(4)
  })

  test('has stays that only viewers with the ability `changeStays` can add, change and remove', async () => {
    const stay = {
      _id: 's',
      userId: 'm',
      locationId: null,
      location: null,
      arrival: '2026-07-04',
      departure: '2026-07-18',
    }
    const open = (changeStays: boolean) =>
      render(
        <Stays
          community={community}
          member={member({ stays: [stay], abilities: { ...member().abilities, changeStays } })}
        />,
      )
    const buttonCount = () => [...document.querySelectorAll('section')].at(-1)!.querySelectorAll('button').length
    await open(true)
    expect(buttonCount()).toBe(3)
    await open(false)
    expect(buttonCount()).toBe(0)
  })

  test('is disabled by a switch, which returns to its former state when the server refuses', async () => {
    const access = () => document.querySelector<HTMLInputElement>('[role=switch]')!
    stub(changeMember, () => refusal('closedbydecision'))
    await render(<MemberAccess communityId="home" member={member()} isSelf={false} />)
    await act(async () => access().click())
    await waitUntil(() => document.querySelector('[data-kind=danger]') !== null)
    expect(access().checked).toBe(true)
    stub(changeMember, member({ disabled: true }))
    await act(async () => access().click())
    await waitUntil(() => toastTexts().includes('Zoé is signed out and cannot come in.'))
    expect(bodies).toEqual([{ disabled: true }, { disabled: true }])
  })
})
