import { flagUser, getProfile, listHobbies, type Person } from '@parvis/contract/profile.ts'
import { formatPhone } from '@parvis/contract/phone-format.ts'
import { describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  render,
  renderStandalone,
  withFrame,
  refetchAll,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  typeInto as type,
} from '#web/testing/render-standalone.tsx'
import { findControl } from '#web/testing/fields.ts'
import { PersonView } from './PersonView.tsx'

renderStandalone('profile', 'session', 'moderation', 'feed')

const noAbilities = { contact: false, call: false, block: false, unblock: false, flag: false }
const zoe: Person = {
  _id: 'zoe',
  firstname: 'Zoé',
  initial: 'Q',
  pseudo: 'zoe',
  gender: 'F',
  role: 'neighbor',
  company: null,
  photoUri: null,
  building: 'B',
  description: 'Je chante le mardi.',
  job: 'Luthière',
  lang: { en: { description: 'I sing on Tuesdays.' } },
  hobbiesIds: ['choir'],
  online: false,
  dateAdded: new Date().toISOString(),
  blocked: false,
  abilities: { ...noAbilities, contact: true, block: true, flag: true },
} as Person
const onBlock = vi.fn()

const open = async (person: Partial<Person>) => {
  stub(getProfile, { ...zoe, ...person } as never)
  stub(listHobbies, [{ _id: 'choir', name: 'Chant choral', lang: { en: { name: 'Choir singing' } } }])
  await renderView()
}
const renderView = () =>
  render(
    withFrame(
      <PersonView
        communityUri="les-tilleuls"
        personKey={{ pseudo: 'zoe' }}
        onBlock={onBlock}
        renderBlockedNotice={({ firstname }) => <p>{firstname} is blocked</p>}
        renderPosts={() => <p>Her posts</p>}
      />,
    ),
  )
const writeLink = () => findControl(t('people.write'))?.getAttribute('href')
const callLink = () => findControl(t('people.call'))?.getAttribute('href')
const actionButton = (key: 'flag' | 'block') =>
  [...document.querySelectorAll('button')].find(one => one.textContent.startsWith(t(`people.${key}`)))

describe('PersonView', () => {
  test('shows what the person tells about themselves and links to a conversation', async () => {
    await open({})
    for (const text of [
      'Zoé Q.',
      'Luthière',
      'Neighbour since today',
      'Building\u00a0B',
      'About her',
      'I sing on Tuesdays.',
      'Choir singing',
      'Her posts',
    ])
      await expectText(text)
    expect(writeLink()).toBe('/les-tilleuls/mes-conversations/zoe')
    expect(callLink()).toBeUndefined()
    expect(document.body.textContent).not.toContain(t('people.home'))
    expect([actionButton('flag') !== undefined, actionButton('block') !== undefined]).toEqual([true, true])
    actionButton('block')!.click()
    expect(onBlock).toHaveBeenCalledWith(expect.objectContaining({ _id: 'zoe' }))
  })

  test('reports the person with a reason only after confirmation', async () => {
    stub(flagUser, { _id: 'zoe' } as never)
    await open({})
    await waitUntil(() => actionButton('flag') !== undefined)
    actionButton('flag')!.click()
    await expectText(t('rules.report.title.user', { name: 'Zoé Q.' }))
    await type('Se fait passer pour une autre')
    expect(bodies).toEqual([])
    await press(t('rules.report.yes'))
    await waitUntil(() => bodies.length > 0)
    expect(bodies).toEqual([expect.objectContaining({ reason: 'Se fait passer pour une autre' })])
  })

  test('shows the home address to the team', async () => {
    await open({
      lastname: 'Quint',
      address: '4 rue des Tilleuls',
      zipCode: '74000',
      city: 'Annecy',
      floor: '3',
      apartmentNumber: '31',
      buildingAccess: 'Code 4821',
      phone: '+33(0)6 12 34 56 78',
      birthdate: '15/06/1985',
      abilities: { ...noAbilities, contact: true, call: true, flag: true },
    })
    for (const text of [
      'Zoé Quint',
      t('people.home'),
      '4 rue des Tilleuls, 74000 Annecy',
      'Code 4821',
      formatPhone('+33(0)6 12 34 56 78'),
      '15/06/1985',
    ])
      await expectText(text)
    expect(callLink()).toBe('tel:+33612345678')
    expect(actionButton('block')).toBeUndefined()
  })

  test('offers a call, but neither a report nor blocking, when the person belongs to the team', async () => {
    await open({
      role: 'employee',
      phone: '+33(0)6 12 34 56 78',
      abilities: { ...noAbilities, contact: true, call: true },
    })
    await expectText(t('session.role.employee', { gender: 'F' }))
    expect([callLink(), writeLink() !== undefined]).toEqual(['tel:+33612345678', true])
    expect([actionButton('flag'), actionButton('block')]).toEqual([undefined, undefined])
  })

  test('shows a company by its name, without a message button', async () => {
    await open({ role: 'advertiser', company: 'Lutherie', abilities: { ...noAbilities, flag: true } })
    await expectText('Lutherie')
    expect([writeLink(), actionButton('block')]).toEqual([undefined, undefined])
    expect(actionButton('flag')).toBeDefined()
  })

  test('shows no posts when only the first name is visible', async () => {
    await open({ initial: null, nameAlone: true, description: null, job: null, hobbiesIds: [], dateAdded: undefined })
    await expectText('Zoé')
    expect(document.body.textContent).not.toMatch(/Quint|Q\.|Her posts|since|online/i)
  })

  test('shows only the name of a blocked person and the content of `renderBlockedNotice`', async () => {
    await open({ blocked: true, abilities: { ...noAbilities, unblock: true } })
    await expectText('Zoé is blocked')
    expect(document.body.textContent).not.toMatch(/Tuesdays|Her posts/)
    expect(writeLink()).toBeUndefined()
  })

  test.each([
    ['does not exist', 'error404'],
    ['is not visible to the viewer', 'forbidden'],
  ] as const)('shows the not-found page for a person who %s', async (_, key) => {
    stub(getProfile, () => refusal(key))
    await renderView()
    await expectText(t('people.gone.title'))
    expect(findControl(t('people.gone.back'))!.getAttribute('href')).toBe('/les-tilleuls/actualites')
  })

  test('loads the profile on retry after a failure', async () => {
    stub(getProfile, () => refusal('unexpectederror'))
    await renderView()
    await expectText(t('people.failed.title'))
    stub(getProfile, zoe as never)
    await press(t('common.retry'))
    await expectText('Zoé Q.')
  })

  test('replaces a loaded profile by the not-found page when the person is no longer visible', async () => {
    await open({})
    await expectText('Zoé Q.')
    stub(getProfile, () => refusal('error404'))
    await refetchAll()
    await expectText(t('people.gone.title'))
    expect(document.body.textContent).not.toContain('Zoé')
  })
})
