import type { Community } from '@parvis/contract/community.ts'
import {
  addPlace,
  changeInformation,
  type CommunityInformation,
  getInformation,
  type InformationPlace,
  listPlaces,
  removePlace,
} from '@parvis/contract/information.ts'
import { getInstallation } from '@parvis/contract/installation.ts'
import { act, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import {
  findAxeViolations,
  bodies,
  calls,
  render,
  renderStandalone,
  withFrame,
  refetchAll,
  findNamed,
  press,
  refusal,
  expectText,
  stub,
  tap,
  toastTexts as toasts,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { EditInformationView } from './EditInformationView.tsx'

renderStandalone('information', 'media')

let community: Community
const information = {
  _id: 'home',
  openingTime: null,
  lang: { en: {} },
  plan: null,
  mapPhoto: null,
  places: [],
  usefulNumbers: [],
  staff: [],
  welcome: null,
  invitation: null,
  abilities: { edit: true, drawMap: true, writeToTeam: true, readWelcome: true },
} as unknown as CommunityInformation
const place = (_id: string, name: string) =>
  ({
    _id,
    kind: 'location',
    name,
    openingTime: null,
    description: null,
    lang: { en: {} },
  }) as unknown as InformationPlace
let places: InformationPlace[]

const view = () =>
  withFrame(
    <EditInformationView
      community={community}
      me={{ _id: 'me' }}
      map={{ styleUrl: null, initialCenter: { type: 'Point', coordinates: [6, 45] } }}
      onChanged={async () => {}}
    />,
  )
const open = async () => {
  await render(view())
  await waitUntil(() => field('phone') !== null)
}
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const writeCalls = () => calls.filter(call => !call.startsWith('GET'))

beforeEach(() => {
  store('informationdrafts', null)
  community = {
    _id: 'home',
    name: 'Les Tilleuls',
    customUri: 'les-tilleuls',
    description: 'Six immeubles',
    lang: { en: { description: 'Six buildings' } },
    phone: '04 65 71 20 40',
    fax: null,
    city: 'Annecy',
    loc: null,
    gooddeal: true,
    weather: true,
    subscribe: true,
    acceptPosts: true,
    needApproval: false,
  } as unknown as Community
  places = [place('z1', 'Zebra 1'), place('z2', 'Zebra 2')]
  stub(getInformation, information)
  stub(listPlaces, () => places)
})

describe('the information form', () => {
  test('shows an error at an invalid phone number, focuses the field, and saves the number once it is corrected', async () => {
    await open()
    await typeInto('abc', '[name=phone]')
    await press('Save')
    await waitUntil(() => document.activeElement === field('phone'))
    expect(field('phone').getAttribute('aria-invalid')).toBe('true')
    expect(writeCalls()).toEqual([])
    stub(changeInformation, information)
    await typeInto('04 65 71 11 22', '[name=phone]')
    await press('Save')
    await waitUntil(() => toasts().includes('Saved'))
    expect(bodies).toEqual([{ phone: '04 65 71 11 22' }])
  })

  test('restores a draft while other fields show newer saved values, until the draft is discarded', async () => {
    await open()
    await typeInto('Precious words', '[name=description]')
    await clearPage()
    community = { ...community, city: 'Annecy-le-Vieux' }
    await open()
    await expectText('You had begun to change this.')
    expect(await findAxeViolations()).toEqual([])
    expect([field('description').value, field('city').value]).toEqual(['Precious words', 'Annecy-le-Vieux'])
    await press('Discard')
    expect(field('description').value).toBe('Six buildings')
    expect(document.body.textContent).not.toContain('You had begun')
    expect(document.activeElement?.id).toBe('main')
    expect(localStorage.getItem('informationdrafts')).toBeNull()
  })

  test('says that the draft is saved on the device when the screen is left', async () => {
    const Leaving = () => {
      const [isOpen, setIsOpen] = useState(true)
      return (
        <>
          <button type="button" onClick={() => setIsOpen(false)}>
            Leave
          </button>
          {isOpen && view()}
        </>
      )
    }
    await render(<Leaving />)
    await waitUntil(() => field('phone') !== null)
    await typeInto('Precious words', '[name=description]')
    await press('Leave')
    expect(toasts()).toEqual(['What you began is kept on this device.'])
  })

  /** A colleague saves opening times while the form is open. */
  const saveAsColleague = async (openingTime: string) => {
    stub(getInformation, { ...information, lang: { en: { openingTime } } })
    await refetchAll()
  }

  test('shows a conflict with a colleague, and saves only after the conflict is resolved', async () => {
    await open()
    await typeInto('From 8', '[name=openingTime]')
    await saveAsColleague('From 9')
    await expectText('Somebody else wrote here meanwhile: From 9')
    expect(field('openingTime').value).toBe('From 8')
    expect(await findAxeViolations()).toEqual([])
    await press('Save')
    await waitUntil(() => document.activeElement?.textContent === 'Keep mine')
    expect(document.activeElement?.textContent).toBe('Keep mine')
    expect(writeCalls()).toEqual([])
    stub(changeInformation, { ...information, lang: { en: { openingTime: 'From 8' } } })
    await press('Keep mine')
    expect(document.activeElement).toBe(field('openingTime'))
    await press('Save')
    await waitUntil(() => toasts().includes('Saved'))
    expect(bodies).toEqual([{ lang: { en: { openingTime: 'From 8' } } }])
  })

  test('shows later changes of a colleague in a field after the viewer has taken the value of that colleague', async () => {
    await open()
    await typeInto('From 8', '[name=openingTime]')
    await saveAsColleague('From 9')
    await expectText('Somebody else wrote here')
    await press('Take theirs')
    expect(field('openingTime').value).toBe('From 9')
    await saveAsColleague('From 10')
    await waitUntil(() => field('openingTime').value === 'From 10')
    expect(field('openingTime').value).toBe('From 10')
  })
})

describe('the places in the information form', () => {
  const remove = async (name: string) => {
    await tap(`Remove ${name}`)
    await act(async () => [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1)!.click())
  }

  test('added by a colleague appear when the list is refetched', async () => {
    await open()
    await waitUntil(() => findNamed('Remove Zebra 1') !== undefined)
    places = [...places, place('a', 'Aardvark')]
    await refetchAll()
    await waitUntil(() => findNamed('Remove Aardvark') !== undefined)
    expect(findNamed('Remove Aardvark')).toBeDefined()
  })

  test('that are not saved yet are discarded only after a confirmation', async () => {
    await open()
    await waitUntil(() => findNamed('Add a place') !== undefined)
    await tap('Add a place')
    await typeInto('Almost a place', '[name=place-name]')
    await tap('Close')
    await waitUntil(() => document.querySelectorAll('dialog [data-kind=danger]').length > 0)
    expect(field('place-name').value).toBe('Almost a place')
    await act(async () => document.querySelector<HTMLElement>('dialog button[data-kind=danger]')!.click())
    await waitUntil(() => document.querySelector('dialog') === null)
    expect(writeCalls()).toEqual([])
  })

  test('require a name, and appear in the list once saved', async () => {
    stub(addPlace, ({ body }) => ({ ...place('n', (body as { lang: { en: { name: string } } }).lang.en.name) }))
    await open()
    await waitUntil(() => findNamed('Add a place') !== undefined)
    await tap('Add a place')
    const send = () => act(async () => document.querySelector<HTMLElement>('dialog [type=submit]')!.click())
    await send()
    await waitUntil(() => field('place-name').getAttribute('aria-invalid') === 'true')
    expect(writeCalls()).toEqual([])
    await typeInto('Orchard', '[name=place-name]')
    places = [...places, place('n', 'Orchard')]
    await send()
    await waitUntil(() => findNamed('Remove Orchard') !== undefined)
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('move the focus from a removed place to the next one, and from the last one to the add button', async () => {
    stub(removePlace, ({ params }) => {
      places = places.filter(({ _id }) => _id !== params.id)
      return { _id: params.id! }
    })
    await open()
    await waitUntil(() => findNamed('Remove Zebra 1') !== undefined)
    for (const [name, next] of [
      ['Zebra 1', 'Change Zebra 2'],
      ['Zebra 2', 'Add a place'],
    ] as const) {
      findNamed(`Remove ${name}`)!.focus()
      await remove(name)
      await waitUntil(() => findNamed(`Remove ${name}`) === undefined)
      expect(document.activeElement).toBe(findNamed(next))
    }
  })
})

test('the weather switch is missing when the installation has no weather service', async () => {
  const countSwitches = () => [...document.querySelectorAll('[role=switch]')].length
  stub(getInstallation, { publicUrl: null, tilesStyleUrl: null, contactEmail: null, weather: true })
  await open()
  expect(countSwitches()).toBe(5)
  await clearPage()
  stub(getInstallation, { publicUrl: null, tilesStyleUrl: null, contactEmail: null, weather: false })
  await open()
  await waitUntil(() => countSwitches() === 4)
  expect(document.body.textContent).not.toContain('no weather post comes in the morning')
})

test('a feature switch changes at once, and returns to its former state when the server refuses', async () => {
  await open()
  const deals = () => [...document.querySelectorAll<HTMLInputElement>('[role=switch]')][1]!
  stub(changeInformation, () => refusal('toomanyrequests'))
  await act(async () => deals().click())
  await waitUntil(() => toasts().length > 0)
  expect([deals().checked, bodies]).toEqual([true, [{ gooddeal: false }]])
})

test('the approval of newcomers can be switched on', async () => {
  stub(changeInformation, () => information)
  await open()
  const approval = () =>
    [...document.querySelectorAll<HTMLInputElement>('[role=switch]')].find(one =>
      one.closest('label')?.textContent?.includes('Approval of newcomers'),
    )
  expect(approval()?.checked).toBe(false)
  await act(async () => approval()!.click())
  await waitUntil(() => toasts().includes('Switched on: Approval of newcomers'))
  expect(bodies).toEqual([{ needApproval: true }])
})
