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
import { bodies, calls, draw, drawAlone, press, refusal, shows, stub, tap, until } from '#web/testing/draw-alone.tsx'
import { called, fill, isWrong, submit } from '#web/testing/fields.ts'
import { CitiesView } from './CitiesView.tsx'
import { CommunitiesView } from './CommunitiesView.tsx'
import { useNearMap } from './near-map.ts'
import { RequestView } from './RequestView.tsx'

drawAlone('find', 'entry', 'setup')

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
const asksOf = (path: string) => calls.filter(call => call.includes(path))
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
      <CommunitiesView words={words} town={town} onWords={setWords} onAnyTown={picked} onMap={picked} onPick={picked} />
    )
  }
  beforeEach(() => {
    // A phone: no map beside the list.
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  })

  test('offers a retry when loading failed', async () => {
    stub(searchCommunities, () => refusal('unexpectederror'))
    await draw(<View />)
    await shows(t('find.failed.title'))
    stub(searchCommunities, page([tilleuls]))
    await press(t('common.retry'))
    await shows('Les Tilleuls')
    expect(document.body.textContent).not.toContain(t('find.locks'))
  })

  test('explains the lock of an invitation-only community', async () => {
    stub(
      searchCommunities,
      page([tilleuls, { ...tilleuls, _id: 'pins', abilities: { register: false, enterAsGuest: false } }]),
    )
    await draw(<View />)
    await shows(t('find.locks'))
  })

  test('searches by name, and leads back to all when nothing is found', async () => {
    stub(searchCommunities, ({ query }) => page(query.get('name') ? [] : [tilleuls]))
    await draw(<View />)
    await shows('Les Tilleuls')
    await search('residence du lac')
    await shows(t('find.emptysearch.title', { name: 'residence du lac' }))
    expect(asksOf('/communities/search').at(-1)).toContain('name=residence%20du%20lac')
    await press(t('find.emptysearch.all'))
    await shows('Les Tilleuls')
  })

  test('shows only those of the chosen town until it is cleared', async () => {
    const pins = { ...tilleuls, _id: 'pins', name: 'Camping des Pins' }
    stub(getCity, annecy)
    stub(searchCommunities, ({ query }) => page(query.get('cityId') === 'annecy' ? [tilleuls] : [tilleuls, pins]))
    const OfTown = () => {
      const [town, setTown] = useState<string | undefined>('annecy')
      const leave = () => setTown(undefined)
      return <CommunitiesView words="" town={town} onWords={picked} onAnyTown={leave} onMap={picked} onPick={picked} />
    }
    await draw(<OfTown />)
    await shows('Les Tilleuls')
    await until(() => called(t('find.intown.clear')) !== undefined)
    expect(document.body.textContent).not.toContain('Camping des Pins')
    await tap(t('find.intown.clear'))
    await shows('Camping des Pins')
  })

  test('explains why it cannot sort by distance when the position is refused', async () => {
    stub(searchCommunities, page([tilleuls]))
    vi.stubGlobal('navigator', {
      ...navigator,
      geolocation: {
        getCurrentPosition: (_: unknown, failed: (error: object) => void) =>
          failed({ code: 1, PERMISSION_DENIED: 1, message: 'no' }),
      },
    })
    await draw(<View />)
    await shows('Les Tilleuls')
    await press(t('find.near'))
    await until(() => shownToasts().some(({ text }) => text === t('find.locationinfo')))
    expect(shownToasts().map(({ text }) => text)).toContain(t('find.locationinfo'))
  })
})

describe('the list of towns', () => {
  const View = () => {
    const [words, setWords] = useState('')
    return <CitiesView words={words} onWords={setWords} />
  }

  test('starts with towns that have communities, and hints that others are found by name', async () => {
    const lyon = { ...annecy, _id: 'lyon', name: 'Lyon', communitiesCount: 0 }
    stub(searchCities, ({ query }) =>
      page(query.get('name') === 'lyon' ? [lyon] : query.get('name') ? [] : [annecy, lyon]),
    )
    await draw(<View />)
    await shows(t('find.cities.hint'))
    const towns = () => [...document.querySelectorAll('li b')].map(one => one.textContent)
    expect(towns()).toEqual(['Annecy'])
    await search('lyon')
    await until(() => towns()[0] === 'Lyon')
    expect(towns()).toEqual(['Lyon'])
    await search('zzz')
    await shows(t('find.cities.empty.title', { name: 'zzz' }))
  })

  test('shows the place name that matched where it is not the name of the town', async () => {
    stub(searchCities, () => page([{ ...annecy, foundBy: 'Annecy-le-Vieux' }]))
    await draw(<View />)
    await search('annecy le vieux')
    await shows(`Haute-Savoie · Annecy-le-Vieux · ${t('find.cities.count', { count: 3 })}`)
  })
})

describe('the map of communities', () => {
  let near: ReturnType<typeof useNearMap>
  const Places = ({ onDrawn }: { onDrawn: (found: ReturnType<typeof useNearMap>) => void }) => {
    const found = useNearMap()
    useEffect(() => onDrawn(found))
    return <p>{found.places.map(({ name }) => name).join()}</p>
  }
  const move = (longitude: number) =>
    act(async () => near.map.onMoved({ type: 'Point', coordinates: [longitude, 45.9] }, true))

  test('refetches once its centre has moved far enough, and not before', async () => {
    stub(listNearCommunities, [tilleuls] as never)
    await draw(
      <Places
        onDrawn={found => {
          near = found
        }}
      />,
    )
    await shows('Les Tilleuls')
    const before = asksOf('/communities/near').length
    const [at] = near.map.view.center.coordinates
    await move(at + 0.01)
    await shows('Les Tilleuls')
    expect(asksOf('/communities/near')).toHaveLength(before)
    await move(at + 1)
    await until(() => asksOf('/communities/near').length > before)
    expect(asksOf('/communities/near')).toHaveLength(before + 1)
    const asked = new URLSearchParams(asksOf('/communities/near').at(-1)!.split('?')[1])
    expect([Number(asked.get('longitude')), Number(asked.get('latitude'))]).toEqual([expect.closeTo(at + 1, 3), 45.9])
  })
})

describe('the request for a community', () => {
  test('shows what is missing, what the server refuses, and where the answer will go', async () => {
    await draw(<RequestView />)
    await submit()
    await isWrong('organization', t('errors.namemandatory'))
    await fill('organization', 'Les Jardins')
    await fill('email', 'paul@')
    await submit()
    await isWrong('email', t('errors.invalidemail'))
    expect(calls).toEqual([])
    await fill('email', 'paul@test.example')
    stub(requestCommunity, () =>
      Response.json({ error: { key: 'toomanyrequests', params: { seconds: 120 } } }, { status: 429 }),
    )
    await submit()
    await until(() => document.querySelector('[role=alert]') !== null)
    expect(document.querySelector('[role=alert]')!.textContent).toMatch(/2\sminutes/)
    stub(requestCommunity, { _id: 'r1' })
    await submit()
    await shows(t('find.request.done.text', { email: 'paul@test.example' }))
    expect(bodies.at(-1)).toMatchObject({ name: 'Les Jardins', email: 'paul@test.example' })
    expect(called(t('find.request.done.back'))!.getAttribute('href')).toBe('/communautes')
  })
})
