import { searchCities } from '@parvis/contract/find.ts'
import { finishSetup } from '@parvis/contract/setup.ts'
import { act } from 'react'
import { expect, test } from 'vitest'
import { bodies, render, renderStandalone, expectText, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import { findControl, fill, fieldNamed, submit } from '#web/testing/fields.ts'
import { SetupView } from './SetupView.tsx'

renderStandalone('setup', 'media', 'deals')

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

const openPlaceStep = async () => {
  await render(<SetupView secret="s" freeKey="TILLEUL-42" host="parvis.test" map={map} onCreated={async () => {}} />)
  await fill('firstname', 'Anne')
  await fill('lastname', 'Vuillermoz')
  await fill('email', 'anne@mairie.example')
  await fill('password', 'place du marche')
  await submit()
  await waitUntil(() => fieldNamed('name') !== null)
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
const submitSetup = async () => {
  await submit()
  await waitUntil(() => bodies.length > 0)
  return bodies.at(-1)
}

test('the setup requires a position, and uses the position of the entered town', async () => {
  stub(finishSetup, { communityId: 'home', customUri: 'les-marquisats' } as never)
  towns(town('Annecy-le-Château', 1), town('Annecy', 6.129))
  await openPlaceStep()
  await expectText('Move the map until the pin stands on the door')
  await submit()
  await expectText('Please say where it is')
  // None of the towns that were found has this name.
  await fill('city', 'Annecy-le-Neuf')
  await submit()
  await expectText('This town is not on our list.')
  expect(bodies).toEqual([])
  await fill('city', 'annecy')
  await expectText('The place is picked.')
  expect(findControl('Annecy')).toBeDefined()
  expect(await submitSetup()).toMatchObject({ city: 'annecy', longitude: 6.129, latitude: 45.9 })
})

test('the setup shows the founder that their own picture could not be stored', async () => {
  stub(finishSetup, { communityId: 'home', customUri: 'les-marquisats' } as never)
  towns(town('Annecy', 6.129))
  await openPlaceStep()
  await fill('city', 'Annecy')
  await expectText('The place is picked.')
  await pickPicture()
  await waitUntil(() => document.querySelector('img[src^="blob:"]') !== null)
  // No server accepts the picture in this test.
  await submit()
  await expectText('Your own picture could not be stored.')
  expect(document.body.textContent).toContain('Les Marquisats is open')
})
