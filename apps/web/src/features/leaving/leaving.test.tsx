import {
  dropExport,
  type Export,
  getExport,
  getLeaving,
  type Leaving,
  makeExport,
  proveOwner,
  undoDeparture,
} from '@parvis/contract/leaving.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  refetchAll,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { findControl, fill, expectFieldError, fieldNamed, submit } from '#web/testing/fields.ts'
import { GoodbyeDialog } from './GoodbyeDialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { LeavingActions } from './LeavingActions.tsx'
import { MyData } from './MyData.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'

renderStandalone('leaving')

const home = { _id: 'home', name: 'Les Tilleuls', customUri: 'les-tilleuls', logoUri: null }
const facts: Leaving = {
  proof: 'password',
  code: false,
  communities: [{ _id: 'home', name: 'Les Tilleuls' }],
  hasMail: true,
  abilities: { leave: true, deleteAccount: true },
}
const onGo = vi.fn(async () => {})
const closed = vi.fn()
beforeEach(() => {
  vi.clearAllMocks()
  stub(getLeaving, facts)
})

describe('the leaving actions', () => {
  const open = (role: 'neighbor' | 'employee' | 'administrator', isAllowed: boolean) =>
    render(
      <LeavingActions
        community={home}
        role={role}
        abilities={{ leave: isAllowed, deleteAccount: isAllowed }}
        onDepart={async () => {}}
      />,
    )

  test('offer the export of one’s own data, leaving the community and deleting the account', async () => {
    await open('neighbor', true)
    for (const key of ['data', 'leave', 'delete'] as const) await expectText(t(`leaving.ways.${key}`))
    expect(document.body.textContent).not.toContain(t('leaving.team.here', { name: 'Les Tilleuls' }))
  })

  test.each(['employee', 'administrator'] as const)(
    'offer members of the team only the export, and ask them to hand over their role first: %s',
    async role => {
      await open(role, false)
      await expectText(t('leaving.team.here', { name: 'Les Tilleuls' }))
      expect(document.body.textContent.includes(t('leaving.team.last.administrator'))).toBe(role === 'administrator')
      await expectText(t('leaving.ways.data'))
      for (const key of ['leave', 'delete'] as const)
        expect(document.body.textContent).not.toContain(t(`leaving.ways.${key}`))
    },
  )
})

describe('the dialog for leaving', () => {
  const open = (departure: 'leave' | 'delete') =>
    render(<LeaveDialog departure={departure} community={home} onDepart={onGo} onClose={closed} />)

  test('explains the consequences, shows an error for a missing or wrong password, and starts the departure after the right password', async () => {
    await open('delete')
    for (const words of [
      t('leaving.delete.now'),
      t('leaving.after.lead', { days: 7 }),
      t('leaving.messages'),
      t('leaving.undo.lead'),
    ])
      await expectText(words)
    await submit()
    await expectFieldError('currentpassword', t('leaving.proof.missing'))
    stub(proveOwner, () => refusal('baduserpassword'))
    await fill('currentpassword', 'not-this-one')
    await submit()
    await expectFieldError('currentpassword', t('leaving.proof.wrong'))
    expect(onGo).not.toHaveBeenCalled()
    stub(proveOwner, { proof: 'done' })
    await fill('currentpassword', 'parvis-demo')
    await submit()
    await waitUntil(() => onGo.mock.calls.length > 0)
    expect(onGo).toHaveBeenCalledWith('delete', expect.any(Date))
    expect(bodies.at(-1)).toEqual({ currentpassword: 'parvis-demo' })
  })

  test('sends nothing when the member decides to stay', async () => {
    await open('delete')
    await waitUntil(() => fieldNamed('currentpassword') !== null)
    await press(t('leaving.stay'))
    expect(closed).toHaveBeenCalledTimes(1)
    expect(calls).toEqual(['GET /api/user/leaving'])
  })

  test('asks for no password to leave a community, and warns a member who has no other community', async () => {
    await open('leave')
    await expectText(t('leaving.leave.only'))
    expect(fieldNamed('currentpassword')).toBeNull()
    await submit()
    await waitUntil(() => onGo.mock.calls.length > 0)
    expect(onGo).toHaveBeenCalledWith('leave', expect.any(Date))
  })

  test('mails a link to a member without a password, and can start the departure once the link is opened', async () => {
    stub(getLeaving, { ...facts, proof: 'mail' })
    await open('delete')
    await expectText(t('leaving.proof.mail'))
    stub(proveOwner, { proof: 'sent' })
    await press(t('leaving.proof.send'))
    await expectText(t('leaving.proof.sent'))
    expect(onGo).not.toHaveBeenCalled()
    stub(getLeaving, { ...facts, proof: 'none' })
    await refetchAll()
    await waitUntil(() => findControl(t('leaving.delete.yes')) !== undefined)
    await press(t('leaving.delete.yes'))
    await waitUntil(() => onGo.mock.calls.length > 0)
    expect(onGo).toHaveBeenCalledTimes(1)
  })

  test('promises no undo when no mail can be sent', async () => {
    stub(getLeaving, { ...facts, hasMail: false })
    await open('leave')
    await expectText(t('leaving.undo.never'))
    await submit()
    await waitUntil(() => onGo.mock.calls.length > 0)
    expect(onGo).toHaveBeenCalledExactlyOnceWith('leave', null)
  })

  test('is followed by a goodbye that names the member and leads to the log-in', async () => {
    const toLogIn = vi.fn()
    await render(
      <GoodbyeDialog
        community={home}
        goodbye={{ firstname: 'Noé', until: '2026-12-06T12:00:00.000Z' }}
        isAccountDeleted
        onLogIn={toLogIn}
        onClose={closed}
      />,
    )
    await expectText(t('leaving.goodbye', { name: 'Noé' }))
    await expectText(t('leaving.goodbye.deletion'))
    expect(document.body.textContent.replaceAll(/\s/g, ' ')).toContain('Until 6 December')
    expect(document.querySelector('input')).toBeNull()
    await press(t('leaving.goodbye.other'))
    expect(toLogIn).toHaveBeenCalledTimes(1)
  })
})

describe('undoing a departure', () => {
  const toLogIn = vi.fn()
  const open = () => render(<ReturnDialog community={home} token="a-token" onLogIn={toLogIn} onClose={closed} />)

  test('needs one tap and leads to the log-in', async () => {
    await open()
    expect(calls).toEqual([])
    stub(undoDeparture, { communityId: 'home', customUri: 'les-tilleuls' })
    await press(t('leaving.return.yes'))
    await expectText(t('leaving.return.done'))
    await press(t('leaving.return.login'))
    expect(toLogIn).toHaveBeenCalledTimes(1)
  })

  test('shows that the link is used or expired, and leads to the log-in', async () => {
    stub(undoDeparture, () => refusal('tokenexpired'))
    await open()
    await press(t('leaving.return.yes'))
    await expectText(t('leaving.return.late'))
    await press(t('leaving.return.login'))
    expect(toLogIn).toHaveBeenCalled()
  })
})

describe('the export of one’s own data', () => {
  const archive: Export = {
    _id: 'e1',
    state: 'making',
    done: 5,
    total: 6,
    bytes: null,
    dateAdded: '2026-11-29T10:00:00.000Z',
    expiresAt: '2026-12-06T10:00:00.000Z',
  }
  const clicked: string[] = []
  beforeEach(() => {
    clicked.length = 0
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.getAttribute('href')!)
    })
  })
  const pressInDialog = (name: string) =>
    act(async () =>
      [...document.querySelectorAll<HTMLElement>('dialog button')].find(one => one.textContent === name)!.click(),
    )

  test('asks for the password, shows its progress, and can be stopped', async () => {
    stub(getExport, null)
    await render(<MyData />)
    await waitUntil(() => findControl(t('leaving.data.make')) !== undefined)
    await press(t('leaving.data.make'))
    await waitUntil(() => fieldNamed('currentpassword') !== null)
    expect(document.activeElement).toBe(fieldNamed('currentpassword'))
    stub(proveOwner, { proof: 'done' })
    stub(makeExport, archive)
    stub(getExport, archive)
    await fill('currentpassword', 'parvis-demo')
    await pressInDialog(t('leaving.data.make'))
    await expectText(t('leaving.data.figure', { done: 5, total: 6 }))
    expect(document.querySelector('dialog')).toBeNull()
    expect(document.querySelector('progress')!.value).toBeCloseTo(5 / 6)
    stub(dropExport, { _id: 'e1' })
    stub(getExport, null)
    await press(t('leaving.data.stop'))
    await waitUntil(() => findControl(t('leaving.data.make')) !== undefined)
    expect(calls).toContain('DELETE /api/user/export')
  })

  test('is downloaded at once after a recent proof of ownership and otherwise after the password, and can be deleted', async () => {
    stub(getExport, { ...archive, state: 'ready', done: 6, bytes: 2048 })
    stub(getLeaving, { ...facts, proof: 'none' })
    await render(<MyData />)
    await waitUntil(() => findControl(t('leaving.data.fetch')) !== undefined)
    await press(t('leaving.data.fetch'))
    await waitUntil(() => clicked.length > 0)
    expect(clicked).toEqual(['/api/user/export/file'])
    stub(getLeaving, facts)
    await press(t('leaving.data.fetch'))
    await waitUntil(() => fieldNamed('currentpassword') !== null)
    stub(proveOwner, () => refusal('baduserpassword'))
    await fill('currentpassword', 'pas le bon')
    await pressInDialog(t('leaving.data.fetch'))
    await expectFieldError('currentpassword', t('leaving.proof.wrong'))
    expect(clicked).toHaveLength(1)
    stub(proveOwner, { proof: 'done' })
    await fill('currentpassword', 'parvis-demo')
    await pressInDialog(t('leaving.data.fetch'))
    await waitUntil(() => clicked.length > 1)
    expect([clicked.length, document.querySelector('dialog')]).toEqual([2, null])
    stub(dropExport, { _id: 'e1' })
    await press(t('leaving.data.remove'))
    await waitUntil(() => findControl(t('leaving.data.make')) !== undefined)
    expect(findControl(t('leaving.data.make'))).toBeDefined()
  })

  test('is not downloaded before a member without a password has opened the mailed link', async () => {
    stub(getExport, { ...archive, state: 'ready', done: 6, bytes: 2048 })
    stub(getLeaving, { ...facts, proof: 'mail' })
    await render(<MyData />)
    await waitUntil(() => findControl(t('leaving.data.fetch')) !== undefined)
    await press(t('leaving.data.fetch'))
    await expectText(t('leaving.proof.mail'))
    stub(proveOwner, { proof: 'sent' })
    await press(t('leaving.proof.send'))
    await expectText(t('leaving.proof.sent'))
    expect(clicked).toEqual([])
  })

  test('shows that it failed, and can be requested again', async () => {
    stub(getExport, { ...archive, state: 'failed' })
    await render(<MyData />)
    await expectText(t('leaving.data.broken'))
    expect(findControl(t('leaving.data.make'))).toBeDefined()
  })
})
