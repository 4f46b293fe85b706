import {
  changeMember,
  decideOnNewcomer,
  getDesk,
  type Invitation,
  invite,
  listInvitations,
  listMembers,
  listWaiting,
  type MemberFile,
  printCode,
  rotateKey,
  withdrawInvitation,
} from '@parvis/contract/admin.ts'
import type { Answer } from '@parvis/contract/endpoint.ts'
import { act, createRef } from 'react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setLanguage, t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  choose,
  render,
  renderStandalone,
  withFrame,
  findNamed,
  noNetwork,
  press,
  countRadios,
  refusal,
  expectText,
  stub,
  tap,
  toastTexts,
  waitUntil,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import { Invitations } from './components/Invitations.tsx'
import { KeyCard } from './components/KeyCard.tsx'
import { LetterDialog } from './components/LetterDialog.tsx'
import { MemberAccess } from './components/MemberAccess.tsx'
import { MemberBirthdate } from './components/MemberBirthdate.tsx'
import { MemberRole } from './components/MemberRole.tsx'
import { Stays } from './components/Stays.tsx'
import { type DeskCommunity, DeskView } from './DeskView.tsx'

renderStandalone('admin', 'entry', 'session', 'print', 'media')

const community = {
  _id: 'home',
  customUri: 'les-tilleuls',
  name: 'Les Tilleuls',
  logoUri: null,
  communitytype: 'Neighborhood',
  needRegisterKey: true,
  timezone: 'Europe/Paris',
} as const satisfies DeskCommunity
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const isInvalid = (name: string) => field(name).getAttribute('aria-invalid') === 'true'
const sent = () => calls.filter(call => !call.startsWith('GET'))
/** Confirms the open alert dialog. */
const acceptDialog = () =>
  act(async () => [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1)!.click())

/** A stand-in for the password dialog: one button succeeds, the other cancels. */
const ask: RenderProofPrompt = ({ title, text, action, onProved, onClose }) => (
  <div>
    <b>{title}</b> {text}
    <button type="button" onClick={() => void onProved().then(onClose)}>
      {`Proved: ${action}`}
    </button>
    <button type="button" onClick={onClose}>
      Not proved
    </button>
  </div>
)

const page = <D,>(docs: D[]) => ({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null })

describe('the list of pending members', () => {
  const newcomer = (_id: string, firstname: string) =>
    ({
      _id,
      firstname,
      lastname: 'Traoré',
      pseudo: _id,
      photoUri: null,
      word: 'Bonjour',
      date: `2026-01-0${_id}`,
    }) as never
  const desk = (...waiting: never[]): Answer<typeof getDesk> => ({
    membersCount: 3,
    waiting,
    waitingCount: waiting.length,
    registerKey: { key: 'Gare-2026', since: null, cameIn: 0, formerUntil: null },
    roles: ['neighbor'],
    stays: false,
  })
  const all = [newcomer('1', 'Oumar'), newcomer('2', 'Awa'), newcomer('3', 'Ibrahim')]

  beforeEach(() => {
    stub(getDesk, desk(...all))
    stub(listInvitations, page([]))
    stub(listMembers, { docs: [], page: 1, hasNextPage: false, nextPage: null, cursor: null } as never)
  })
  const open = async (letIn = 'Let in Oumar Traoré') => {
    await render(
      withFrame(
        <DeskView
          community={community}
          search=""
          onSearch={() => {}}
          onCommunityChanged={() => {}}
          isWebmaster={false}
          ask={ask}
          counts={{ reports: 0, deals: 0 }}
        />,
      ),
    )
    await waitUntil(() => findNamed(letIn) !== undefined)
  }

  test('approves on a tap, refuses after a confirmation, and says when a colleague has decided already', async () => {
    await open()
    stub(getDesk, desk(...all.slice(1)))
    stub(decideOnNewcomer, ({ params }) => ({ _id: params.id! }))
    await tap('Let in Oumar Traoré')
    await waitUntil(() => toastTexts().some(text => text.startsWith('Oumar Traoré is in.')))
    expect(findNamed('Let in Oumar Traoré')).toBeUndefined()
    await tap('Refuse Awa Traoré')
    expect(sent()).toHaveLength(1)
    stub(getDesk, desk(all[2]!))
    await acceptDialog()
    await waitUntil(() => toastTexts().some(text => text.startsWith('Awa Traoré is refused.')))
    stub(decideOnNewcomer, () => refusal('error404'))
    stub(getDesk, desk())
    await tap('Let in Ibrahim Traoré')
    await waitUntil(() => toastTexts().some(text => text.startsWith('Ibrahim Traoré is not waiting any more')))
    expect(sent()).toEqual(['PUT /admin/waiting/1', 'PUT /admin/waiting/2', 'PUT /admin/waiting/3'])
    expect(bodies).toEqual([{ letIn: true }, { letIn: false }, { letIn: true }])
    expect(toastTexts()).toHaveLength(3)
  })

  test('loads further members on request', async () => {
    const cut = { ...desk(...all.slice(0, 2)), waitingCount: 3 }
    stub(getDesk, cut)
    stub(listWaiting, ({ query }) =>
      query.get('cursor')
        ? page([all[2]!])
        : { ...page(all.slice(0, 2)), hasNextPage: true, nextPage: 2, cursor: 'next' },
    )
    await open()
    const names = () => [...document.querySelectorAll('section[aria-labelledby=waiting] li b')].map(b => b.textContent)
    expect(document.querySelector('#waiting')?.textContent).toContain('3')
    expect(names()).toEqual(['Oumar Traoré', 'Awa Traoré'])
    await press('Show more')
    await waitUntil(() => names().length === 3)
    stub(getDesk, { ...desk(...all.slice(0, 2)), waitingCount: 2 })
    stub(listWaiting, page(all.slice(0, 2)))
    stub(decideOnNewcomer, ({ params }) => ({ _id: params.id! }))
    await tap('Let in Ibrahim Traoré')
    await waitUntil(() => findNamed('Let in Ibrahim Traoré') === undefined)
    expect(names()).toEqual(['Oumar Traoré', 'Awa Traoré'])
  })

  test('announces approvals and refusals in French', async () => {
    await setLanguage('fr')
    onTestFinished(() => setLanguage('en'))
    await open('Accepter Oumar Traoré')
    stub(decideOnNewcomer, ({ params }) => ({ _id: params.id! }))
    await tap('Accepter Oumar Traoré')
    await tap('Refuser Awa Traoré')
    await acceptDialog()
    await waitUntil(() => toastTexts().length === 2)
    expect(toastTexts()).toEqual([
      expect.stringMatching(/^Oumar Traoré peut entrer\./),
      expect.stringMatching(/^Awa Traoré n’entrera pas\./),
    ])
  })

  test('puts the newcomer back when the decision cannot be saved, even if the list cannot be refetched', async () => {
    await open()
    stub(decideOnNewcomer, noNetwork)
    stub(getDesk, noNetwork)
    await tap('Let in Oumar Traoré')
    await waitUntil(() => toastTexts().length > 0)
    await waitUntil(() => findNamed('Let in Oumar Traoré') !== undefined)
    expect(findNamed('Let in Oumar Traoré')).toBeDefined()
  })
})

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
  const inviting = vi.fn()
  let invited: Invitation[]
  const open = () => {
    inviting.mockClear()
    return render(
      <Invitations
        heading={createRef()}
        community={community}
        desk={{ roles: ['neighbor', 'employee'], stays: false }}
        ask={ask}
        inviting
        onInviting={inviting}
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
    expect(sent()).toEqual([])
    await typeInto('zoe@example.org', '[name=email]')
    await typeInto('B', '[name=building]')
    stub(invite, () => refusal('alreadyregistereduser'))
    await press('Send the invitation')
    await expectText('Somebody with this e-mail is a member here already.')
    expect(field('email').value).toBe('zoe@example.org')
    const made = invitation('i1', { email: 'zoe@example.org', building: 'B' })
    stub(invite, () => {
      invited = [made]
      return { invitation: made, letter: null }
    })
    await press('Send the invitation')
    await waitUntil(() => toastTexts().includes('The invitation is on its way to zoe@example.org.'))
    expect(bodies.at(-1)).toMatchObject({ email: 'zoe@example.org', building: 'B', role: 'neighbor' })
    expect(inviting).toHaveBeenCalledWith(false)
    await waitUntil(() => findNamed('Withdraw the invitation: zoe@example.org') !== undefined)
    // An invitation by mail has no letter to print.
    expect(findNamed('Print a new letter: zoe@example.org')).toBeUndefined()
  })

  test('by letter shows its code, and is withdrawn after a confirmation', async () => {
    await open()
    // The e-mail address typed before switching to a printed letter is not sent.
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
    expect(sent()).toHaveLength(1)
    await acceptDialog()
    await waitUntil(() => toastTexts().includes('The invitation is withdrawn.'))
    expect(sent().at(-1)).toBe('DELETE /admin/invitations/i1')
    expect(document.querySelector('[aria-label^="Withdraw the invitation"]')).toBeNull()
  })

  test('for a team role is sent only after the password is confirmed, and the form keeps what was typed', async () => {
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
    expect(sent()).toEqual([])
    await press('Not proved')
    expect([sent(), field('email').value]).toEqual([[], 'zoe@example.org'])
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
    expect(sent()).toEqual([])
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

  test('keeps the saved birth date when the new one is incomplete', async () => {
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

  test('who is the last administrator cannot give up the role, and sees the reason', async () => {
    const onOwnRole = vi.fn()
    stub(changeMember, () => refusal('laststaff'))
    await render(
      <MemberRole communityId="home" member={member()} roles={roles} isSelf ask={ask} onOwnRole={onOwnRole} />,
    )
    expect(countRadios()).toBe(3)
    await choose('neighbor')
    await expectText('Give up your own role?')
    expect(sent()).toEqual([])
    await press('Proved: Give it up')
    await waitUntil(() => document.querySelector('[data-kind=danger]') !== null)
    expect([value(), onOwnRole.mock.calls.length]).toEqual(['administrator', 0])
    expect(bodies).toEqual([{ role: 'neighbor' }])
  })

  test('is granted a team role only after the viewer has confirmed the password', async () => {
    const zoe = member({ role: 'neighbor' })
    stub(changeMember, { ...zoe, role: 'employee' })
    await render(
      <MemberRole communityId="home" member={zoe} roles={roles} isSelf={false} ask={ask} onOwnRole={() => {}} />,
    )
    await choose('employee')
    await expectText('Give Zoé this role: Team?')
    await expectText('Answers for the team, sees addresses. In force at once')
    await press('Not proved')
    expect([sent(), value(), document.body.textContent.includes('Give Zoé this role')]).toEqual([[], 'neighbor', false])
    await choose('employee')
    await press('Proved: Give the role')
    await waitUntil(() => toastTexts().some(text => text.startsWith('Zoé now has this role')))
    expect(bodies).toEqual([{ role: 'employee' }])
    expect(document.body.textContent).not.toContain('Give Zoé this role')
  })

  test('loses a team role only after a confirmation', async () => {
    stub(changeMember, member({ role: 'neighbor' }))
    await render(
      <MemberRole communityId="home" member={member()} roles={roles} isSelf={false} ask={ask} onOwnRole={() => {}} />,
    )
    await choose('neighbor')
    await expectText('Give Zoé this role: Resident?')
    expect(sent()).toEqual([])
  })

  test('becomes a professional without a confirmation; the role of a webmaster cannot be changed', async () => {
    const zoe = member({ role: 'neighbor' })
    stub(changeMember, { ...zoe, role: 'advertiser' })
    const withShops = [...roles, 'advertiser'] as const
    await render(
      <MemberRole communityId="home" member={zoe} roles={withShops} isSelf={false} ask={ask} onOwnRole={() => {}} />,
    )
    await choose('advertiser')
    await waitUntil(() => toastTexts().some(text => text.startsWith('Zoé now has this role')))
    expect(bodies).toEqual([{ role: 'advertiser' }])
    const above = member({ role: 'webmaster', abilities: { ...member().abilities, changeRole: false } })
    await render(
      <MemberRole communityId="home" member={above} roles={roles} isSelf={false} ask={ask} onOwnRole={() => {}} />,
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

  test('is disabled by a switch, which is restored when the server refuses', async () => {
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

test('the registration key form rejects a key that is too short, and sends a valid one as typed', async () => {
  const registerKey = { key: 'Gare-2026', since: null, cameIn: 0, formerUntil: null }
  stub(rotateKey, { ...registerKey, key: 'Gare-2027' })
  await render(<KeyCard community={community} registerKey={registerKey} />)
  await expectText('Gare-2026')
  await act(async () => document.querySelector<HTMLElement>('summary, button[aria-expanded]')!.click())
  await waitUntil(() => countRadios() === 4)
  await choose('own')
  await typeInto('abc', '[name=key]')
  const send = () => act(async () => document.querySelector<HTMLElement>('[type=submit]')!.click())
  await send()
  await waitUntil(() => isInvalid('key'))
  expect(sent()).toEqual([])
  await typeInto('Gare-2027', '[name=key]')
  await send()
  await waitUntil(() => toastTexts().includes('The key is changed.'))
  expect(bodies).toEqual([{ key: 'Gare-2027', grace: false }])
})
