import { searchCities } from '@parvis/contract/find.ts'
import { finishSetup } from '@parvis/contract/setup.ts'
import { act } from 'react'
import { expect, test } from 'vitest'
import { bodies, draw, drawAlone, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { called, fill, line, submit } from '#web/testing/fields.ts'
import { SetupView } from './SetupView.tsx'

drawAlone('setup', 'map', 'media', 'deals')

const map = {
  styleUrl: null,
  start: { type: 'Point' as const, coordinates: [6.13, 45.9] as [number, number] },
}
const pickPicture = async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 })
  canvas.getContext('2d')!.fillRect(0, 0, 32, 32)
  const picture = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
  const picked = new DataTransfer()
  picked.items.add(new File([picture!], 'logo.png', { type: 'image/png' }))
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  await act(async () => {
    field.files = picked.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

const toThePlace = async () => {
  await draw(<SetupView secret="s" freeKey="TILLEUL-42" host="parvis.test" map={map} onMade={async () => {}} />)
  await fill('firstname', 'Anne')
  await fill('lastname', 'Vuillermoz')
  await fill('email', 'anne@mairie.example')
  await fill('password', 'place du marche')
  await submit()
  await until(() => line('name') !== null)
  await fill('name', 'Les Marquisats')
}
const town = (name: string, longitude: number, more = {}) => ({
  _id: name,
  name,
  department: '74',
  lang: { en: {} },
  photoUri: null,
  longitude,
  latitude: 45.9,
  approximate: false,
  communitiesCount: 0,
  ...more,
})
const towns = (...docs: ReturnType<typeof town>[]) =>
  stub(searchCities, { docs, page: 1, hasNextPage: false, nextPage: null, cursor: null } as never)
const sent = async () => {
  await submit()
  await until(() => bodies.length > 0)
  return bodies.at(-1)
}

test('requires a place, and puts it at the town until the pin is moved', async () => {
  stub(finishSetup, { communityId: 'home', customUri: 'les-marquisats' } as never)
  towns(town('Annecy-le-Château', 1), town('Annecy', 6.129))
  await toThePlace()
  await shows('Move the map until the pin stands on the door')
  await submit()
  await shows('Please say where it is')
  // The towns that were found have other names.
  await fill('city', 'Annecy-le-Neuf')
  await submit()
  await shows('This town is not on our list.')
  expect(bodies).toEqual([])
  await fill('city', 'annecy')
  await shows('The place is picked.')
  expect(called('Annecy')).toBeDefined()
  expect(await sent()).toMatchObject({ city: 'annecy', longitude: 6.129, latitude: 45.9 })
})

test('tells the founder that their picture could not be stored', async () => {
  stub(finishSetup, { communityId: 'home', customUri: 'les-marquisats' } as never)
  towns(town('Annecy', 6.129))
  await toThePlace()
  await fill('city', 'Annecy')
  await shows('The place is picked.')
  await pickPicture()
  await until(() => document.querySelector('img[src^="blob:"]') !== null)
  // No server accepts it here.
  await submit()
  await shows('Your own picture could not be stored.')
  expect(document.body.textContent).toContain('Les Marquisats is open')
})
