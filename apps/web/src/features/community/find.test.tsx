import {
  type City,
  getCity,
  listNearCommunities,
  type ListedCommunity,
  requestCommunity,
  searchCities,
  searchCommunities,
} from '@parvis/contract/find.ts'
import { act, useEffect, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  tap,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { findControl, fill, expectFieldError, submit } from '#web/testing/fields.ts'
import { CitiesView } from './CitiesView.tsx'
import { CommunitiesView } from './CommunitiesView.tsx'
import { useNearbyCommunitiesMap } from './near-map.ts'
import { RequestView } from './RequestView.tsx'

renderStandalone('community', 'entry', 'setup')

const tilleuls = {
  _id: 'tilleuls',
  name: 'Les Tilleuls',
  customUri: 'les-tilleuls',
  communitytype: 'Neighborhood',
  logoUri: null,
  city: 'Annecy',
  loc: { type: 'Point', coordinates: [6.13, 45.9] },
  membersCount: 12,
  abilities: { register: true, enterAsGuest: true },
} as ListedCommunity
const annecy: City = {
  _id: 'annecy',
  name: 'Annecy',
  department: 'Haute-Savoie',
  lang: { en: { department: 'Haute-Savoie' } },
  photoUri: null,
  longitude: 6.13,
  latitude: 45.9,
  approximate: false,
  communitiesCount: 3,
}
const page = <T,>(docs: T[]) => ({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null }) as never
const requestsTo = (path: string) => calls.filter(call => call.includes(path))
const search = (text: string) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

describe('the list of communities', () => {
  const picked = vi.fn()
  const View = ({ town }: { town?: string }) => {
    const [words, setWords] = useState('')
    return (
      <CommunitiesView
        searchText={words}
        townId={town}
        onSearchText={setWords}
        onClearTown={picked}
        onOpenMap={picked}
        onPick={picked}
      />
    )
  }
  beforeEach(() => {
    // Simulates a phone, which shows no map beside the list.
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  })

  test('offers a retry when loading failed', async () => {
    stub(searchCommunities, () => refusal('unexpectederror'))
    await render(<View />)
    await expectText(t('find.failed.title'))
    stub(searchCommunities, page([tilleuls]))
    await press(t('common.retry'))
    await expectText('Les Tilleuls')
    expect(document.body.textContent).not.toContain(t('find.locks'))
  })

  test('explains the lock of an invitation-only community', async () => {
    stub(
      searchCommunities,
      page([tilleuls, { ...tilleuls, _id: 'pins', abilities: { register: false, enterAsGuest: false } }]),
    )
    await render(<View />)
    await expectText(t('find.locks'))
  })

  test('searches by name, and offers the whole list when nothing is found', async () => {
    stub(searchCommunities, ({ query }) => page(query.get('name') ? [] : [tilleuls]))
    await render(<View />)
    await expectText('Les Tilleuls')
    await search('residence du lac')
    await expectText(t('find.emptysearch.title', { name: 'residence du lac' }))
    expect(requestsTo('/communities/search').at(-1)).toContain('name=residence%20du%20lac')
    await press(t('find.emptysearch.all'))
    await expectText('Les Tilleuls')
  })

  test('shows only communities of the chosen town until the town is cleared', async () => {
    const pins = { ...tilleuls, _id: 'pins', name: 'Camping des Pins' }
    stub(getCity, annecy)
    stub(searchCommunities, ({ query }) => page(query.get('cityId') === 'annecy' ? [tilleuls] : [tilleuls, pins]))
    const OfTown = () => {
      const [town, setTown] = useState<string | undefined>('annecy')
      const clearTown = () => setTown(undefined)
      return (
        <CommunitiesView
          searchText=""
          townId={town}
          onSearchText={picked}
          onClearTown={clearTown}
          onOpenMap={picked}
          onPick={picked}
        />
      )
    }
    await render(<OfTown />)
    await expectText('Les Tilleuls')
    await waitUntil(() => findControl(t('find.intown.clear')) !== undefined)
    expect(document.body.textContent).not.toContain('Camping des Pins')
    await tap(t('find.intown.clear'))
    await expectText('Camping des Pins')
  })

  test('explains that communities cannot be sorted by distance when access to the position is denied', async () => {
    stub(searchCommunities, page([tilleuls]))
    vi.stubGlobal('navigator', {
      ...navigator,
      geolocation: {
        getCurrentPosition: (_: unknown, failed: (error: object) => void) =>
          failed({ code: 1, PERMISSION_DENIED: 1, message: 'no' }),
      },
    })
    await render(<View />)
    await expectText('Les Tilleuls')
    await press(t('find.near'))
    await waitUntil(() => shownToasts().some(({ text }) => text === t('find.locationinfo')))
    expect(shownToasts().map(({ text }) => text)).toContain(t('find.locationinfo'))
  })
})

describe('the list of towns', () => {
  const View = () => {
    const [words, setWords] = useState('')
    return <CitiesView searchText={words} onSearchText={setWords} />
  }

  test('starts with the towns that have communities, and hints that other towns are found by name', async () => {
    const lyon = { ...annecy, _id: 'lyon', name: 'Lyon', communitiesCount: 0 }
    stub(searchCities, ({ query }) =>
      page(query.get('name') === 'lyon' ? [lyon] : query.get('name') ? [] : [annecy, lyon]),
    )
    await render(<View />)
    await expectText(t('find.cities.hint'))
    const towns = () => [...document.querySelectorAll('li b')].map(one => one.textContent)
    expect(towns()).toEqual(['Annecy'])
    await search('lyon')
    await waitUntil(() => towns()[0] === 'Lyon')
    expect(towns()).toEqual(['Lyon'])
    await search('zzz')
    await expectText(t('find.cities.empty.title', { name: 'zzz' }))
  })

  test('shows the place name that matched the search when it differs from the name of the town', async () => {
    stub(searchCities, () => page([{ ...annecy, foundBy: 'Annecy-le-Vieux' }]))
    await render(<View />)
    await search('annecy le vieux')
    await expectText(`Haute-Savoie · Annecy-le-Vieux · ${t('find.cities.count', { count: 3 })}`)
  })
})

describe('the map of communities', () => {
  let near: ReturnType<typeof useNearbyCommunitiesMap>
  const Places = ({ onRendered }: { onRendered: (found: ReturnType<typeof useNearbyCommunitiesMap>) => void }) => {
    const found = useNearbyCommunitiesMap()
    useEffect(() => onRendered(found))
    return <p>{found.places.map(({ name }) => name).join()}</p>
  }
  const move = (longitude: number) =>
    act(async () => near.map.onMoved({ type: 'Point', coordinates: [longitude, 45.9] }, true))

  test('fetches nearby communities again only once the centre of the map has moved far enough', async () => {
    stub(listNearCommunities, [tilleuls] as never)
    await render(
      <Places
        onRendered={found => {
          near = found
        }}
      />,
    )
    await expectText('Les Tilleuls')
    const before = requestsTo('/communities/near').length
    const [at] = near.map.view.center.coordinates
    await move(at + 0.01)
    await expectText('Les Tilleuls')
    expect(requestsTo('/communities/near')).toHaveLength(before)
    await move(at + 1)
    await waitUntil(() => requestsTo('/communities/near').length > before)
    expect(requestsTo('/communities/near')).toHaveLength(before + 1)
    const params = new URLSearchParams(requestsTo('/communities/near').at(-1)!.split('?')[1])
    expect([Number(params.get('longitude')), Number(params.get('latitude'))]).toEqual([expect.closeTo(at + 1, 3), 45.9])
  })
})

describe('the form that requests a community', () => {
  test('shows errors for a missing name, an invalid e-mail address and a refused request, then a confirmation with the address', async () => {
    await render(<RequestView />)
    await submit()
    await expectFieldError('organization', t('errors.namemandatory'))
    await fill('organization', 'Les Jardins')
    await fill('email', 'paul@')
    await submit()
    await expectFieldError('email', t('errors.invalidemail'))
    expect(calls).toEqual([])
    await fill('email', 'paul@test.example')
    stub(requestCommunity, () =>
      Response.json({ error: { key: 'toomanyrequests', params: { seconds: 120 } } }, { status: 429 }),
    )
    await submit()
    await waitUntil(() => document.querySelector('[role=alert]') !== null)
    expect(document.querySelector('[role=alert]')!.textContent).toMatch(/2\sminutes/)
    stub(requestCommunity, { _id: 'r1' })
    await submit()
    await expectText(t('find.request.done.text', { email: 'paul@test.example' }))
    expect(bodies.at(-1)).toMatchObject({ name: 'Les Jardins', email: 'paul@test.example' })
    expect(findControl(t('find.request.done.back'))!.getAttribute('href')).toBe('/communautes')
  })
})
