import {
  decideOnNewcomer,
  getDesk,
  listInvitations,
  listMembers,
  listWaiting,
  rotateKey,
} from '@parvis/contract/admin.ts'
import type { Answer } from '@parvis/contract/endpoint.ts'
import { act } from 'react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setLanguage } from '#web/kernel/text/i18n.ts'
import {
  bodies,
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
import { KeyCard } from './components/KeyCard.tsx'
import { DeskView } from './DeskView.tsx'
import { acceptDialog, renderFakeProofPrompt, community, isInvalid, page, writeCalls } from './testing/desk.tsx'

renderStandalone('admin', 'entry', 'session', 'print', 'media')

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
          renderProofPrompt={renderFakeProofPrompt}
          openTaskCounts={{ reports: 0, deals: 0 }}
        />,
      ),
    )
    await waitUntil(() => findNamed(letIn) !== undefined)
  }

  test('approves a newcomer on a tap, refuses one after a confirmation, and says if a colleague has decided', async () => {
    await open()
    stub(getDesk, desk(...all.slice(1)))
    stub(decideOnNewcomer, ({ params }) => ({ _id: params.id! }))
    await tap('Let in Oumar Traoré')
    await waitUntil(() => toastTexts().some(text => text.startsWith('Oumar Traoré is in.')))
    expect(findNamed('Let in Oumar Traoré')).toBeUndefined()
    await tap('Refuse Awa Traoré')
    expect(writeCalls()).toHaveLength(1)
    stub(getDesk, desk(all[2]!))
    await acceptDialog()
    await waitUntil(() => toastTexts().some(text => text.startsWith('Awa Traoré is refused.')))
    stub(decideOnNewcomer, () => refusal('error404'))
    stub(getDesk, desk())
    await tap('Let in Ibrahim Traoré')
    await waitUntil(() => toastTexts().some(text => text.startsWith('Ibrahim Traoré is not waiting any more')))
    expect(writeCalls()).toEqual(['PUT /admin/waiting/1', 'PUT /admin/waiting/2', 'PUT /admin/waiting/3'])
    expect(bodies).toEqual([{ letIn: true }, { letIn: false }, { letIn: true }])
    expect(toastTexts()).toHaveLength(3)
  })

  test('loads further newcomers on request, and removes one of them after the decision', async () => {
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
  expect(writeCalls()).toEqual([])
  await typeInto('Gare-2027', '[name=key]')
  await send()
  await waitUntil(() => toastTexts().includes('The key is changed.'))
  expect(bodies).toEqual([{ key: 'Gare-2027', grace: false }])
})
