import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Photo } from './Photo.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

const media = { uri: '/media/none', width: 1600, height: 1000, thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w' }
const photo = page.getByRole('img', { name: 'The lake' })

test('a photo reserves its space and shows the colours of its placeholder while loading', async () => {
  await render(<Photo media={media} alt="The lake" ratio={2} />)
  const frame = photo.element().parentElement!
  const { width, height } = frame.getBoundingClientRect()
  expect(Math.round(width / height)).toBe(2)
  const canvas = frame.querySelector('canvas')!
  await expect.poll(() => canvas.width).toBe(32)
  expect([...canvas.getContext('2d')!.getImageData(16, 10, 1, 1).data].some(channel => channel > 0)).toBe(true)
  expect(getComputedStyle(photo.element()).opacity).toBe('0')
  await expectNoAxeViolations()
})

test('a photo has a srcset and its dimensions, and loads lazily', async () => {
  await render(<Photo media={media} alt="The lake" />)
  await expect
    .element(photo)
    .toHaveAttribute('srcset', '/media/none/thumb 160w, /media/none/card 800w, /media/none/full 1600w')
  await expect.element(photo).toHaveAttribute('width', '1600')
  await expect.element(photo).toHaveAttribute('loading', 'lazy')
})

test('an eager photo loads with high priority and without a fade', async () => {
  await render(<Photo media={media} alt="The lake" eager />)
  await expect.element(photo).toHaveAttribute('fetchpriority', 'high')
  expect(getComputedStyle(photo.element()).opacity).toBe('1')
})

test('a photo with an invalid thumbhash is still rendered', async () => {
  await render(<Photo media={{ ...media, thumbhash: '***' }} alt="The lake" />)
  await expect.element(photo).toBeInTheDocument()
})

test('a photo that was loaded before has no placeholder', async () => {
  const shownMedia = { ...media, uri: '/media/seen' }
  await render(<Photo media={shownMedia} alt="The lake" />)
  const frame = () => photo.element().parentElement!
  expect(frame().querySelector('canvas')).not.toBeNull()
  photo.element().dispatchEvent(new Event('load'))
  await expect.poll(() => getComputedStyle(photo.element()).opacity).toBe('1')
  await expect.poll(() => getComputedStyle(frame().querySelector('canvas')!).visibility).toBe('hidden')
  await render(<Photo key="again" media={shownMedia} alt="The lake" />)
  expect(frame().querySelector('canvas')).toBeNull()
  expect(getComputedStyle(photo.element()).opacity).toBe('1')
})

test('a photo that loads after a failure is shown', async () => {
  await render(<Photo media={{ ...media, uri: '/media/lost' }} alt="The lake" eager />)
  photo.element().dispatchEvent(new Event('error'))
  await expect.poll(() => getComputedStyle(photo.element()).opacity).toBe('0')
  photo.element().dispatchEvent(new Event('load'))
  await expect.poll(() => getComputedStyle(photo.element()).opacity).toBe('1')
})
