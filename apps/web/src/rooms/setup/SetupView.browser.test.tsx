import { finishSetup } from '@parvis/contract/setup.ts'
import { act } from 'react'
import { expect, test } from 'vitest'
import { draw, drawAlone, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { fill, line, submit } from '#web/testing/fields.ts'
import { SetupView } from './SetupView.tsx'

drawAlone('setup', 'map', 'media')

const map = {
  styleUrl: null,
  start: { type: 'Point' as const, coordinates: [6.13, 45.9] as [number, number] },
  here: null,
  locating: false,
  onLocate: () => {},
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

test('the founder is told where their picture could not be stored', async () => {
  stub(finishSetup, { communityId: 'home', customUri: 'les-marquisats' } as never)
  await draw(<SetupView secret="s" freeKey="TILLEUL-42" host="parvis.test" map={map} onMade={async () => {}} />)
  await fill('firstname', 'Anne')
  await fill('lastname', 'Vuillermoz')
  await fill('email', 'anne@mairie.example')
  await fill('password', 'place du marche')
  await submit()
  await until(() => line('name') !== null)
  await fill('name', 'Les Marquisats')
  await pickPicture()
  await until(() => document.querySelector('img[src^="blob:"]') !== null)
  // no server takes it here
  await submit()
  await shows('Your own picture could not be stored.')
  expect(document.body.textContent).toContain('Les Marquisats is open')
})
